import type { RefundMessages, WalletMessages } from "#components/refund/messages/refund-messages.ts";

export const zh: RefundMessages = {
  "refund.title": "{merchant} 的退款 {amount}",
  "refund.notFound": "未找到退款",
  "refund.askForLink": "如果仍无法打开，请在管理后台的付款页面创建新的链接。",
  "refund.from": "退款方",
  "refund.to": "退给买家",
  "refund.payer": "付款账户",
  "refund.reference": "付款参考号",
  "refund.copyAddress": "复制地址",
  "refund.again": "上一笔交易失败，未转出任何款项。请重新签名以重试。",
  "refund.wrong.title": "请连接商家的钱包",
  "refund.wrong.text": "{account} 无法支付此退款。请在钱包中切换到以下账户，或使用其他钱包：",
  "refund.cannot.title": "此钱包暂时无法支付",
  "refund.cannot.text": "暂时无法从此钱包支付退款，未转出任何款项。",
  "refund.lowBalance": "此钱包在 {network} 网络上的余额不足 {amount}。请充值后重新检查。",
};

export const zhWallet: WalletMessages = {
  "summary.details": "退款详情",
  "summary.payBy": "签名截止时间",

  "status.requires_action.title": "签署退款",
  "status.requires_action.text": "请连接商家的钱包。在您签名之前，不会转出任何款项。",
  "status.processing.title": "退款已提交",
  "status.processing.text": "正在确认退款，通常只需几秒钟。您可以关闭此页面。",
  "status.succeeded.title": "已退款",
  "status.succeeded.text": "买家已收到 {merchant} 的退款。",
  "status.expired.title": "链接已过期",
  "status.expired.text": "签名时间已过，未转出任何款项。如需退款，请在管理后台创建新的链接。",
  "status.cancelled.title": "退款已取消",
  "status.cancelled.text": "未转出任何款项。如仍需退款，请在管理后台创建新的链接。",
  "status.failed.title": "退款失败",
  "status.failed.text": "网络转账失败，未转出任何款项。如需重试，请在管理后台创建新的链接。",

  "methods.scan": "用手机签名",
  "methods.qrLabel": "退款链接的二维码",
  "methods.copyLink": "复制退款链接",
  "methods.link": "退款链接",
  "methods.noScript": "请在钱包应用中打开此链接，或启用 JavaScript 后在此签名。",

  "options.loading": "正在查询余额…",
  "options.pay": "退款 {amount}",
  "options.gone": "钱包余额不足。请充值后重新开始。",

  "unavailable.text": "网络没有响应，暂时无法查询余额。未转出任何款项。请稍后重试。",

  "sign.pay.title": "退款 {amount}",
  "sign.pay.text": "钱包会请您签名，以向买家退款 {amount}，金额不会更改。签名免费。",
  "sign.router.recipient":
    "您的钱包会将 Till 的付款路由合约（{router}）显示为收款方。该合约会在同一笔交易中将退款转给买家。",
  "sign.router.spender":
    "您的钱包会将 Till 的付款路由合约（{router}）显示为支出方（spender）。该合约会在同一笔交易中将退款转给买家。",
  "sign.sending": "正在发送退款…",
  "sign.rejected": "您在钱包中拒绝了请求。未转出任何款项。",
  "sign.wrongAccount": "您的钱包现在使用另一个账户。请切换回 {account}，然后重试。",
  "sign.back": "返回",

  "confirm.quoteExpired": "请求已过期。请签署新的请求以继续。",
  "confirm.budgetUsedUp": "退款已达到今日的网络费用上限。未转出任何款项。请明天再试，或以其他方式退还款项。",
  "confirm.refused": "无法接受此退款，未转出任何款项。请在管理后台创建新的链接，或使用其他钱包。",
  "confirm.unavailable": "{network} 没有响应。未转出任何款项，进度已保存。请稍后重试。",

  "paid.paid": "已退款",
  "paid.payment": "退款编号",
};
