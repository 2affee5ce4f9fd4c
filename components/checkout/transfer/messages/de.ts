import type { TransferMessages } from "#components/checkout/transfer/messages/transfer-messages.ts";

export const de: TransferMessages = {
  "ways.wallet": "Mit Wallet",
  "ways.transfer": "Überweisung",

  "choose.text": "Bezahlen Sie von einer Börse oder aus jeder App, die Stablecoins senden kann.",
  "choose.question": "Welchen Coin sendet Ihre Börse, und in welchem Netzwerk?",
  "choose.loading": "Coins und Netzwerke werden geladen …",
  "choose.none": "Diese Zahlung ist zurzeit nicht per Überweisung möglich. Bezahlen Sie sie mit einer Wallet.",
  "choose.unavailable": "Ein Zahlungsnetzwerk antwortet nicht. Versuchen Sie es gleich noch einmal.",
  "choose.refused":
    "{coin} auf {network} kann zurzeit nicht gesendet werden. Wählen Sie einen anderen Coin oder ein anderes Netzwerk.",
  "choose.limited": "Zu viele Anfragen. Versuchen Sie es in einer Minute erneut oder bezahlen Sie mit einer Wallet.",
  "choose.offline": "Keine Verbindung. Prüfen Sie Ihre Internetverbindung und versuchen Sie es erneut.",
  "choose.loadFailed":
    "Dieser Schritt konnte nicht geladen werden. Prüfen Sie Ihre Internetverbindung und versuchen Sie es erneut.",

  "send.title": "Senden Sie {amount}",
  "send.rest": "Senden Sie die fehlenden {amount}",
  "send.network": "Netzwerk",
  "send.only":
    "Senden Sie nur {coin} und nur in diesem Netzwerk. Alles andere zählt nicht als Zahlung und kann verloren gehen.",
  "send.address": "Adresse",
  "send.copyAddress": "Adresse kopieren",
  "send.amount": "Betrag, der ankommen muss",
  "send.copyAmount": "Betrag kopieren",
  "send.fee": "Börsen ziehen ihre Gebühr ab: Achten Sie darauf, dass {amount} ankommen.",
  "send.until": "Der Betrag muss bis {time} ankommen.",
  "send.return": "Sie können diese Seite schließen und später zurückkehren.",
  "send.code": "QR-Code",
  "send.codeAddress": "Nur Adresse",
  "send.codeRequest": "Adresse und Betrag",
  "send.codeHint": "Wenn Ihre App den Code mit Betrag nicht lesen kann, verwenden Sie nur die Adresse.",
  "send.copyRequest": "Code als Link kopieren",
  "send.renew": "Neue Adresse anfordern",
  "send.other": "Anders bezahlen",

  "step.waiting": "Warten",
  "step.seen": "Erkannt",
  "step.confirming": "Prüfung",
  "step.paid": "Bezahlt",

  "progress.label": "Fortschritt",
  "progress.waiting": "Wir warten auf Ihre Überweisung. Diese Seite aktualisiert sich von selbst.",
  "progress.partly":
    "{arrived} von {amount} sind angekommen, {missing} fehlen. Senden Sie den Rest an dieselbe Adresse.",
  "progress.confirming":
    "{amount} sind angekommen. Das Netzwerk bestätigt die Überweisung. Das kann einige Minuten dauern, und Sie können diese Seite schließen.",
  "progress.priceExpired": "Der Preis ist nicht mehr gültig. Senden Sie nichts mehr an diese Adresse.",
  "progress.over":
    "Die Zeit zum Bezahlen ist abgelaufen. Senden Sie nichts mehr. Wir prüfen, was rechtzeitig angekommen ist.",

  "left.money":
    "An der Adresse der Zahlung sind {amount} angekommen, die Zahlung wurde aber nicht abgeschlossen. {merchant} wurde benachrichtigt und entscheidet, was mit dem Geld geschieht.",
  "left.tooMuch": "Es sind {amount} mehr als verlangt angekommen. {merchant} wurde benachrichtigt.",

  "refund.title": "Wohin soll eine Erstattung gehen?",
  "refund.text":
    "Geben Sie Ihre eigene Adresse für {coin} auf {network} ein: die Ihrer Wallet oder die, die Ihre Börse für Einzahlungen anzeigt. Eine Erstattung geht nicht dorthin zurück, woher die Überweisung kam.",
  "refund.label": "Ihre Adresse für Erstattungen",
  "refund.once": "Prüfen Sie sie genau. Sie kann hier später nicht geändert werden.",
  "refund.save": "Adresse speichern",
  "refund.invalid":
    "Diese Adresse ist nicht gültig. Kopieren Sie sie aus Ihrer Wallet oder Börse: Sie beginnt mit 0x und hat 42 Zeichen.",
  "refund.unusable": "Diese Adresse kann nicht verwendet werden. Geben Sie eine andere eigene Adresse ein.",
  "refund.known": "Es wurde bereits eine andere Adresse gespeichert. Bitten Sie {merchant}, sie zu ändern.",
  "refund.saved": "Eine Erstattung geht auf {network} an diese Adresse:",
  "refund.elsewhere":
    "Um eine Adresse für eine Erstattung anzugeben, öffnen Sie diese Seite in dem Browser, den Sie für die Überweisung verwendet haben, oder wenden Sie sich an {merchant}.",
};
