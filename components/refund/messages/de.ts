import type { RefundMessages, WalletMessages } from "#components/refund/messages/refund-messages.ts";

export const de: RefundMessages = {
  "refund.title": "Erstattung über {amount} von {merchant}",
  "refund.notFound": "Erstattung nicht gefunden",
  "refund.askForLink":
    "Wenn es weiterhin nicht funktioniert, erstellen Sie im Dashboard auf der Seite der Zahlung einen neuen Link.",
  "refund.from": "Erstattung von",
  "refund.to": "An den Käufer",
  "refund.payer": "Bezahlt aus",
  "refund.reference": "Zahlungsreferenz",
  "refund.copyAddress": "Adresse kopieren",
  "refund.again":
    "Die letzte Transaktion ist fehlgeschlagen, und es wurde kein Geld gesendet. Signieren Sie für einen neuen Versuch noch einmal.",
  "refund.wrong.title": "Wallet des Händlers verbinden",
  "refund.wrong.text":
    "{account} kann diese Erstattung nicht bezahlen. Wechseln Sie in Ihrer Wallet zu diesem Konto oder verwenden Sie eine andere Wallet:",
  "refund.cannot.title": "Diese Wallet kann noch nicht bezahlen",
  "refund.cannot.text":
    "Aus dieser Wallet kann die Erstattung zurzeit nicht bezahlt werden. Es wurde kein Geld gesendet.",
  "refund.lowBalance":
    "Diese Wallet enthält weniger als {amount} auf {network}. Laden Sie Guthaben auf und prüfen Sie erneut.",
};

export const deWallet: WalletMessages = {
  "summary.details": "Erstattungsdetails",
  "summary.payBy": "Signieren bis",

  "status.requires_action.title": "Erstattung signieren",
  "status.requires_action.text":
    "Verbinden Sie die Wallet des Händlers. Es wird erst Geld abgebucht, wenn Sie signieren.",
  "status.processing.title": "Erstattung gesendet",
  "status.processing.text":
    "Die Erstattung wird bestätigt. Das dauert meist nur wenige Sekunden. Sie können diese Seite schließen.",
  "status.succeeded.title": "Erstattet",
  "status.succeeded.text": "Der Käufer hat die Erstattung von {merchant} erhalten.",
  "status.expired.title": "Link abgelaufen",
  "status.expired.text":
    "Die Zeit zum Signieren ist abgelaufen. Es wurde kein Geld gesendet. Erstellen Sie im Dashboard einen neuen Link, um die Zahlung zu erstatten.",
  "status.cancelled.title": "Erstattung abgebrochen",
  "status.cancelled.text":
    "Es wurde kein Geld gesendet. Wenn Sie die Zahlung doch erstatten möchten, erstellen Sie im Dashboard einen neuen Link.",
  "status.failed.title": "Erstattung fehlgeschlagen",
  "status.failed.text":
    "Die Überweisung ist im Netzwerk fehlgeschlagen. Es wurde kein Geld gesendet. Erstellen Sie für einen neuen Versuch im Dashboard einen neuen Link.",

  "methods.scan": "Mit dem Handy signieren",
  "methods.qrLabel": "QR-Code des Erstattungslinks",
  "methods.copyLink": "Link kopieren",
  "methods.link": "Erstattungslink",
  "methods.noScript":
    "Öffnen Sie diesen Link in einer Wallet-App oder aktivieren Sie JavaScript, um hier zu signieren.",

  "options.loading": "Das Guthaben wird geprüft …",
  "options.pay": "{amount} erstatten",
  "options.gone": "Das Guthaben der Wallet reicht nicht aus. Laden Sie es auf und beginnen Sie noch einmal.",

  "unavailable.text":
    "Das Guthaben kann nicht geprüft werden, weil das Netzwerk nicht antwortet. Es wurde kein Geld gesendet. Versuchen Sie es gleich noch einmal.",

  "sign.pay.title": "{amount} erstatten",
  "sign.pay.text":
    "Ihre Wallet bittet Sie um eine Signatur, mit der Sie dem Käufer genau {amount} erstatten. Signieren ist kostenlos.",
  "sign.router.recipient":
    "Ihre Wallet zeigt als Empfänger den Zahlungsrouter von Till ({router}) an. Er leitet die Erstattung in derselben Transaktion an den Käufer weiter.",
  "sign.router.spender":
    "Ihre Wallet zeigt als Berechtigten („spender“) den Zahlungsrouter von Till ({router}) an. Er leitet die Erstattung in derselben Transaktion an den Käufer weiter.",
  "sign.sending": "Die Erstattung wird gesendet …",
  "sign.rejected": "Sie haben die Anfrage in Ihrer Wallet abgelehnt. Es wurde kein Geld gesendet.",
  "sign.wrongAccount":
    "Ihre Wallet verwendet jetzt ein anderes Konto. Wechseln Sie zurück zu {account} und versuchen Sie es erneut.",
  "sign.back": "Zurück",

  "confirm.quoteExpired": "Die Anfrage ist abgelaufen. Signieren Sie die neue, um fortzufahren.",
  "confirm.budgetUsedUp":
    "Für Erstattungen ist das heutige Limit der Netzwerkkosten erreicht. Es wurde kein Geld gesendet. Versuchen Sie es morgen erneut oder geben Sie das Geld auf andere Weise zurück.",
  "confirm.refused":
    "Die Erstattung konnte nicht angenommen werden. Es wurde kein Geld gesendet. Erstellen Sie im Dashboard einen neuen Link oder verwenden Sie eine andere Wallet.",
  "confirm.unavailable":
    "{network} antwortet nicht. Es wurde kein Geld gesendet, und Ihr Fortschritt ist gespeichert. Versuchen Sie es gleich noch einmal.",

  "paid.paid": "Erstattet",
  "paid.payment": "Erstattungs-ID",
};
