import { getChain } from "#lib/chain/chains.ts";
import { findToken } from "#lib/chain/tokens.ts";
import { findCurrency } from "#lib/core/currencies.ts";
import { formatAtomic, type Money } from "#lib/core/money.ts";
import { unlinked } from "#lib/core/unlinked.ts";
import type { ReceiptFacts } from "#lib/domain/payments/receipts/read-receipt.ts";
import type { ReceiptLocale } from "#lib/domain/payments/receipts/receipt-request.ts";
import type { Message } from "#lib/jobs/mail/messages.ts";
import { own, type Prose, prose } from "#lib/jobs/mail/prose.ts";

type Words = {
  subject: string;
  thanks: string;
  paid: string;
  network: string;
  date: string;
  payment: string;
  transaction: string;
  view: string;
  closing: string;
  /** The locale of dates and numbers: Latin digits, as on the checkout. */
  intl: string;
};

/** The texts of a receipt; `{merchant}` is replaced by the merchant's name. */
const words: Record<ReceiptLocale, Words> = {
  en: {
    subject: "Receipt from {merchant}",
    thanks: "Your payment to {merchant} succeeded.",
    paid: "Paid",
    network: "Network",
    date: "Date",
    payment: "Payment ID",
    transaction: "Transaction",
    view: "View receipt",
    closing:
      "You’re receiving this email because your email was entered on the payment page. We delete it after 30 days, and the merchant doesn’t receive it. If you didn’t ask for a receipt, you can ignore this email.",
    intl: "en",
  },
  es: {
    subject: "Recibo de {merchant}",
    thanks: "Su pago a {merchant} se ha completado.",
    paid: "Pagado",
    network: "Red",
    date: "Fecha",
    payment: "ID del pago",
    transaction: "Transacción",
    view: "Ver recibo",
    closing:
      "Recibe este correo porque se introdujo esta dirección en la página de pago. La eliminamos a los 30 días y el comercio no la recibe. Si no pidió un recibo, puede ignorar este correo.",
    intl: "es",
  },
  de: {
    subject: "Beleg von {merchant}",
    thanks: "Ihre Zahlung an {merchant} war erfolgreich.",
    paid: "Bezahlt",
    network: "Netzwerk",
    date: "Datum",
    payment: "Zahlungs-ID",
    transaction: "Transaktion",
    view: "Beleg ansehen",
    closing:
      "Sie erhalten diese E-Mail, weil diese Adresse auf der Zahlungsseite eingegeben wurde. Wir löschen die Adresse nach 30 Tagen, und der Händler erhält sie nicht. Wenn Sie keinen Beleg angefordert haben, können Sie diese E-Mail ignorieren.",
    intl: "de",
  },
  fr: {
    subject: "Reçu de {merchant}",
    thanks: "Votre paiement à {merchant} a été effectué.",
    paid: "Payé",
    network: "Réseau",
    date: "Date",
    payment: "ID du paiement",
    transaction: "Transaction",
    view: "Voir le reçu",
    closing:
      "Vous recevez cet e-mail, car cette adresse a été saisie sur la page de paiement. Nous la supprimons après 30 jours, et le commerçant ne la reçoit pas. Si vous n’avez pas demandé de reçu, vous pouvez ignorer cet e-mail.",
    intl: "fr",
  },
  pt: {
    subject: "Recibo de {merchant}",
    thanks: "Seu pagamento a {merchant} foi concluído.",
    paid: "Pago",
    network: "Rede",
    date: "Data",
    payment: "ID do pagamento",
    transaction: "Transação",
    view: "Ver recibo",
    closing:
      "Você recebe este e-mail porque este endereço foi informado na página de pagamento. Excluímos o endereço após 30 dias, e a loja não o recebe. Se você não pediu um recibo, pode ignorar este e-mail.",
    intl: "pt",
  },
  zh: {
    subject: "{merchant} 的收据",
    thanks: "您向 {merchant} 的付款已成功。",
    paid: "已支付",
    network: "网络",
    date: "日期",
    payment: "付款编号",
    transaction: "交易",
    view: "查看收据",
    closing:
      "您收到此邮件，是因为有人在付款页面填写了这个邮箱地址。我们会在 30 天后删除该地址，商家不会收到它。如果您没有索取收据，可以忽略此邮件。",
    intl: "zh-Hans",
  },
  ar: {
    subject: "إيصال من {merchant}",
    thanks: "تمت دفعتك إلى {merchant} بنجاح.",
    paid: "المدفوع",
    network: "الشبكة",
    date: "التاريخ",
    payment: "معرّف الدفعة",
    transaction: "المعاملة",
    view: "عرض الإيصال",
    closing:
      "تتلقى هذه الرسالة لأن هذا العنوان أُدخل في صفحة الدفع. نحذف العنوان بعد 30 يومًا، ولا يحصل عليه التاجر. إذا لم تطلب إيصالًا، فيمكنك تجاهل هذه الرسالة.",
    intl: "ar-u-nu-latn",
  },
};

/** To a buyer who asked for the receipt of a payment that succeeded, in the language of the checkout. */
export function receiptMessage(facts: ReceiptFacts): Message {
  const { locale, merchantName, paymentId, paid, paidAt, txHash, link } = facts;
  const { intl, subject, thanks, view, closing, ...labels } = words[locale];
  const merchant = alwaysQuoted(merchantName);
  const withMerchant = (text: string): Prose => {
    const [before = "", after = ""] = text.split("{merchant}");
    return prose`${own(before)}${merchant}${own(after)}`;
  };
  const date = new Intl.DateTimeFormat(intl, { dateStyle: "long", timeStyle: "short", timeZone: "UTC" }).format(paidAt);
  const { amount, network } = describePaid(paid, intl);
  const lines: [label: string, value: string][] = [
    [labels.paid, amount],
    [labels.network, network],
    [labels.date, `${date} UTC`],
    [labels.payment, paymentId],
    [labels.transaction, txHash],
  ];
  return {
    subject: withMerchant(subject),
    paragraphs: [
      withMerchant(thanks),
      ...describeOrder(facts, intl),
      ...lines.map(([label, value]) => own(`${label}: ${alwaysIsolated(value)}`)),
    ],
    link: { label: view, address: link },
    closing: own(closing),
    language: { tag: locale === "zh" ? "zh-Hans" : locale, direction: locale === "ar" ? "rtl" : "ltr" },
  };
}

/**
 * Isolates a name or value (U+2068, U+2069), so that its direction doesn't reorder the text around it. Control characters and
 * directional marks of its own are removed.
 */
function alwaysIsolated(text: string): string {
  return `\u2068${text.replaceAll(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, " ").trim()}\u2069`;
}

/** Quotes a text of the merchant, isolated in every language. */
function alwaysQuoted(text: string): Prose {
  return own(alwaysIsolated(unlinked(text)));
}

/** The merchant's description and the lines of the order, in the merchant's words. */
function describeOrder({ order: { description, lineItems }, orderUnit: unit }: ReceiptFacts, intl: string): Prose[] {
  const count = new Intl.NumberFormat(intl);
  const items = lineItems.map(({ name, quantity, total }) => {
    const many = quantity === 1 ? "" : `${alwaysIsolated(count.format(quantity))} × `;
    const sum = alwaysIsolated(formatMoney({ unit, value: total }, intl));
    return prose`${own(many)}${alwaysQuoted(name)}: ${own(sum)}`;
  });
  return [...(description === null ? [] : [alwaysQuoted(description)]), ...items];
}

function describePaid(paid: ReceiptFacts["paid"], intl: string): { amount: string; network: string } {
  const token = paid.unit.kind === "token" ? findToken(paid.unit.asset) : null;
  if (token === null) throw new Error("a receipt is about a token that is no longer known");
  return { amount: formatMoney(paid, intl), network: getChain(token.chainId).name };
}

function formatMoney({ unit, value }: Money, intl: string): string {
  const token = unit.kind === "token" ? findToken(unit.asset) : null;
  const currency = unit.kind === "fiat" ? findCurrency(unit.currency) : null;
  const decimals = token?.decimals ?? currency?.decimals ?? 2;
  const symbol = token?.symbol ?? currency?.code ?? "";
  const decimal = formatAtomic(value, decimals) as Intl.StringNumericLiteral;
  const least = Math.min(2, decimals);
  const format = new Intl.NumberFormat(intl, { minimumFractionDigits: least, maximumFractionDigits: decimals });
  return `${format.format(decimal)}\u00a0${symbol}`;
}
