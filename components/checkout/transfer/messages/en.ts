/** The messages of the checkout's second way to pay. Only a payment that takes transfers sends them to the browser. */
export const en = {
  "ways.wallet": "Wallet",
  "ways.transfer": "Transfer",

  "choose.text": "Pay from an exchange, or from any app that can send stablecoins.",
  "choose.question": "Which coin does your exchange send, and on which network?",
  "choose.loading": "Looking for coins and networks…",
  "choose.none": "This payment can’t be made by transfer right now. Pay it with a wallet.",
  "choose.unavailable": "A payment network isn’t responding. Try again in a moment.",
  "choose.refused": "{coin} on {network} can’t be sent right now. Choose another coin or network.",
  "choose.limited": "Too many requests. Try again in a minute, or pay with a wallet.",
  "choose.offline": "No connection. Check your internet connection and try again.",
  "choose.loadFailed": "This step couldn’t be loaded. Check your internet connection and try again.",

  "send.title": "Send {amount}",
  "send.rest": "Send the missing {amount}",
  "send.network": "Network",
  "send.only": "Send only {coin}, and only on this network. Anything else doesn’t pay, and may be lost.",
  "send.address": "Address",
  "send.copyAddress": "Copy address",
  "send.amount": "Amount that has to arrive",
  "send.copyAmount": "Copy amount",
  "send.fee": "Exchanges take their fee off: make sure that {amount} arrive.",
  "send.until": "It has to arrive by {time}.",
  "send.return": "You can close this page and come back to it.",
  "send.code": "QR code",
  "send.codeAddress": "Address only",
  "send.codeRequest": "Address and amount",
  "send.codeHint": "If your app can’t read the code with the amount, use the address only.",
  "send.copyRequest": "Copy code as link",
  "send.renew": "Get a new address",
  "send.other": "Pay another way",

  "step.waiting": "Waiting",
  "step.seen": "Seen",
  "step.confirming": "Confirming",
  "step.paid": "Paid",

  "progress.label": "Progress",
  "progress.waiting": "Waiting for your transfer. This page updates by itself.",
  "progress.partly": "{arrived} of {amount} arrived, {missing} missing. Send the rest to the same address.",
  "progress.confirming":
    "{amount} arrived. The network is confirming the transfer. This can take a few minutes, and you can close this page.",
  "progress.priceExpired": "The price has expired. Don’t send anything else to this address.",
  "progress.over": "The time to pay has run out. Don’t send anything else. We’re checking what arrived in time.",

  "left.money":
    "{amount} arrived at the payment’s address, but the payment wasn’t completed. {merchant} has been told and will decide what happens to the money.",
  "left.tooMuch": "{amount} more than asked arrived. {merchant} has been told.",

  "refund.title": "Where should a refund go?",
  "refund.text":
    "Enter your own address for {coin} on {network}: your wallet’s, or the one that your exchange shows for deposits. A refund isn’t sent back to where the transfer came from.",
  "refund.label": "Your address for refunds",
  "refund.once": "Check it carefully. It can’t be changed here later.",
  "refund.save": "Save address",
  "refund.invalid":
    "This isn’t a valid address. Copy it from your wallet or exchange: it starts with 0x and has 42 characters.",
  "refund.unusable": "This address can’t be used. Enter another one of yours.",
  "refund.known": "Another address was saved before. Ask {merchant} to change it.",
  "refund.saved": "A refund will go to this address on {network}:",
  "refund.elsewhere":
    "To enter an address for a refund, open this page in the browser that you used for the transfer, or contact {merchant}.",
} as const;
