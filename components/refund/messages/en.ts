/** The refund page's own messages. */
export const en = {
  "refund.title": "Refund of {amount} from {merchant}",
  "refund.notFound": "Refund not found",
  "refund.askForLink": "If it still doesn’t work, create a new link on the payment’s page in the dashboard.",
  "refund.from": "Refund from",
  "refund.to": "To the buyer",
  "refund.payer": "Paid from",
  "refund.reference": "Payment reference",
  "refund.copyAddress": "Copy address",
  "refund.again": "The last transaction failed, and no money was sent. Sign again to retry.",
  "refund.wrong.title": "Connect the merchant’s wallet",
  "refund.wrong.text": "{account} can’t pay this refund. Switch to this account in your wallet, or use another wallet:",
  "refund.cannot.title": "This wallet can’t pay yet",
  "refund.cannot.text": "The refund can’t be paid from this wallet now. No money was sent.",
  "refund.lowBalance": "This wallet holds less than {amount} on {network}. Add funds, then check again.",
} as const;

/** The checkout's messages that read differently on the refund page, by their keys in the checkout's catalog. */
export const enWallet = {
  "summary.details": "Refund details",
  "summary.payBy": "Sign by",

  "status.requires_action.title": "Sign the refund",
  "status.requires_action.text": "Connect the merchant’s wallet. No money leaves it until you sign.",
  "status.processing.title": "Refund sent",
  "status.processing.text": "The refund is confirming. This usually takes a few seconds. You can close this page.",
  "status.succeeded.title": "Refunded",
  "status.succeeded.text": "The buyer has received the refund from {merchant}.",
  "status.expired.title": "Link expired",
  "status.expired.text":
    "The time to sign has run out. No money was sent. To refund the payment, create a new link in the dashboard.",
  "status.cancelled.title": "Refund cancelled",
  "status.cancelled.text": "No money was sent. To refund the payment after all, create a new link in the dashboard.",
  "status.failed.title": "Refund failed",
  "status.failed.text":
    "The transfer failed on the network. No money was sent. To try again, create a new link in the dashboard.",

  "methods.scan": "Sign with your phone",
  "methods.qrLabel": "QR code of the refund link",
  "methods.copyLink": "Copy refund link",
  "methods.link": "Refund link",
  "methods.noScript": "Open this link in a wallet app, or turn on JavaScript to sign here.",

  "options.loading": "Checking the balance…",
  "options.pay": "Refund {amount}",
  "options.gone": "The wallet’s balance is too low. Add funds, then start again.",

  "unavailable.text":
    "The balance can’t be checked because the network isn’t responding. No money was sent. Try again in a moment.",

  "sign.pay.title": "Refund {amount}",
  "sign.pay.text": "Your wallet will ask for your signature to refund exactly {amount} to the buyer. Signing is free.",
  "sign.router.recipient":
    "Your wallet will show Till’s payment router ({router}) as the recipient. It forwards the refund to the buyer in the same transaction.",
  "sign.router.spender":
    "Your wallet will show Till’s payment router ({router}) as the spender. It forwards the refund to the buyer in the same transaction.",
  "sign.sending": "Sending the refund…",
  "sign.rejected": "You declined the request in your wallet. No money was sent.",
  "sign.wrongAccount": "Your wallet now uses another account. Switch back to {account}, then try again.",
  "sign.back": "Back",

  "confirm.quoteExpired": "The request expired. Sign the new one to continue.",
  "confirm.budgetUsedUp":
    "Refunds have reached today’s limit for network costs. No money was sent. Try again tomorrow, or return the money another way.",
  "confirm.refused":
    "The refund couldn’t be accepted. No money was sent. Create a new link in the dashboard, or try another wallet.",
  "confirm.unavailable":
    "{network} isn’t responding. No money was sent, and your progress is saved. Try again in a moment.",

  "paid.paid": "Refunded",
  "paid.payment": "Refund ID",
} as const;
