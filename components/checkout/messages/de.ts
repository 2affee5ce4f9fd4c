import type { Messages } from "#components/checkout/messages/translate.ts";

export const de: Messages = {
  "page.title": "{amount} an {merchant}",
  "page.unknown": "Zahlung nicht gefunden",
  "page.unknownTitle": "Diese Zahlung gibt es nicht",
  "page.unknownLink":
    "Vielleicht ist der Link unvollständig. Öffnen Sie ihn noch einmal ganz so, wie Sie ihn erhalten haben.",
  "page.unknownAsk": "Wenn er immer noch hierher führt, bitten Sie den Absender um einen neuen.",

  "summary.to": "Zahlung an",
  "summary.assetOnNetwork": "{asset} auf {network}",
  "summary.payBy": "Zu zahlen bis",
  "summary.timeLeft": "Verbleibende Zeit",

  "status.requires_action.title": "Wie möchten Sie bezahlen?",
  "status.requires_action.text": "Nichts verlässt Ihre Wallet, bevor Sie es dort freigeben.",
  "status.processing.title": "Ihre Zahlung wird bestätigt",
  "status.processing.text":
    "Sie ist unterwegs und wird vom Netzwerk bestätigt. Sie müssen nichts weiter tun und können diese Seite schließen.",
  "status.succeeded.title": "Bezahlt",
  "status.succeeded.text": "Ihre Zahlung an {merchant} ist abgeschlossen.",
  "status.expired.title": "Diese Zahlung ist abgelaufen",
  "status.expired.text":
    "Sie wurde nicht rechtzeitig bezahlt, und es wurde nichts abgebucht. Wenn Sie noch zahlen möchten, bitten Sie {merchant} um einen neuen Zahlungslink.",
  "status.cancelled.title": "Diese Zahlung wurde abgebrochen",
  "status.cancelled.text":
    "Es wurde nichts abgebucht. Wenn Sie noch zahlen möchten, bitten Sie {merchant} um einen neuen Zahlungslink.",
  "status.failed.title": "Die Zahlung ist fehlgeschlagen",
  "status.failed.text":
    "Die Überweisung wurde vom Netzwerk nicht ausgeführt, und es wurde nichts abgebucht. Für einen neuen Versuch bitten Sie {merchant} um einen neuen Zahlungslink.",
  "status.declined.title": "Die Zahlung wurde abgelehnt",
  "status.declined.text":
    "Zahlungen von der verwendeten Wallet können hier nicht angenommen werden. Es wurde nichts abgebucht. Bitte wenden Sie sich an {merchant}.",
  "status.news": "{title}. {text}",
  "status.outOfTouch": "Keine Verbindung. Neuer Versuch …",
  "status.reload": "Laden Sie diese Seite neu, um zu sehen, ob sich etwas geändert hat.",

  "ways.connect": "Wallet verbinden",
  "ways.connecting": "Wird geöffnet …",
  "ways.scan": "Mit dem Handy bezahlen",
  "ways.scanHint": "Scannen Sie den Code mit der Kamera Ihres Handys oder einer Wallet-App.",
  "ways.qrLabel": "QR-Code des Zahlungslinks",
  "ways.apps": "In Ihrer Wallet-App öffnen",
  "ways.copyLink": "Link kopieren",
  "ways.link": "Zahlungslink",
  "ways.cancel": "Zahlung abbrechen",
  "ways.noScript": "Öffnen Sie den Link in einer Wallet-App, oder schalten Sie JavaScript ein, um hier zu bezahlen.",
  "ways.loadFailed":
    "Die Verbindung zur Wallet konnte nicht geladen werden. Prüfen Sie Ihre Internetverbindung und versuchen Sie es erneut.",

  "noWallet.title": "Keine Wallet in diesem Browser",
  "noWallet.text":
    "Eine Wallet ist eine App oder Browser-Erweiterung für Ihre Stablecoins. Öffnen Sie diese Seite in Ihrer Wallet, oder holen Sie sich eine:",
  "noWallet.get": "{wallet} holen",
  "noWallet.back": "Zurück",

  "wallet.change": "Andere Wallet verwenden",
  "wallet.demo": "Demo-Wallet",
  "wallet.browser": "Wallet im Browser",

  "options.title": "Womit möchten Sie bezahlen?",
  "options.loading": "Zahlungsmöglichkeiten werden gesucht …",
  "options.onNetwork": "{asset} auf {network}",
  "options.eta": "etwa {seconds} s",
  "options.etaMinutes": "etwa {minutes} min",
  "options.balance": "Sie haben {amount}",
  "options.noGas": "Keine Netzwerkgebühr",
  "options.steps": "{steps} Schritte, Netzwerkgebühr",
  "options.form": "Formular erforderlich",
  "options.pay": "{amount} bezahlen",
  "options.continue": "Weiter zum Formular",
  "options.more": "{count} weitere anzeigen",
  "options.failed": "Ihre Zahlungsmöglichkeiten konnten nicht gelesen werden.",
  "options.changed": "Der Preis wurde erneuert und beträgt jetzt {amount}. Bitte prüfen Sie ihn noch einmal.",
  "options.gone": "Diese Möglichkeit gibt es nicht mehr. Bitte wählen Sie eine andere.",

  "nothing.title": "Hier ist nichts zum Bezahlen",
  "nothing.text": "Diese Wallet enthält zu wenig von dem, was angenommen wird. Es wurde nichts abgebucht.",
  "nothing.accepted": "Angenommen werden",
  "nothing.oneToken": "{merchant} möchte in {token} bezahlt werden. Diese Wallet enthält davon nicht genug.",
  "nothing.add": "Laden Sie {account} auf und schauen Sie dann noch einmal.",
  "nothing.copy": "Adresse der Wallet kopieren",
  "nothing.network":
    "Token in anderen Netzwerken können nicht verwendet werden. Übertragen Sie sie in eines von diesen, oder verwenden Sie eine andere Wallet.",
  "nothing.again": "Noch einmal schauen",

  "form.title": "{merchant} muss wissen, wer bezahlt",
  "form.text": "Füllen Sie das Formular einmal aus. Danach geben Sie die Zahlung in Ihrer Wallet frei.",
  "form.frame": "Ihre Angaben",
  "form.newWindow": "Formular in neuem Fenster öffnen",
  "form.refused": "Dieser Browser zeigt das Formular hier nicht an. Es öffnet sich in einem eigenen Fenster.",
  "form.waiting": "Das Formular ist in einem neuen Fenster geöffnet. Kommen Sie hierher zurück, wenn es gesendet ist.",
  "form.failed": "Das Formular wurde nicht gesendet: {error}",
  "form.retry": "Formular neu beginnen",

  "sign.step": "Schritt {step} von {steps}",
  "sign.allow.title": "Zahlung mit {token} erlauben",
  "sign.allow.text":
    "Ihre Wallet fragt, ob Permit2, ein öffentlicher Zahlungsvertrag, Ihre {token} verwenden darf. Dabei wird noch nichts abgebucht. Das Netzwerk berechnet dafür eine kleine Gebühr.",
  "sign.reset.title": "Alte Erlaubnis zurücksetzen",
  "sign.reset.text":
    "{token} verlangt, dass eine ältere Erlaubnis zuerst auf null gesetzt wird. Dabei wird nichts abgebucht. Das Netzwerk berechnet dafür eine kleine Gebühr.",
  "sign.pay.title": "{amount} freigeben",
  "sign.pay.text":
    "Ihre Wallet zeigt eine Signaturanfrage, mit der Sie genau {amount} an {merchant} zahlen. Signieren ist kostenlos.",
  "sign.network": "Ihre Wallet fragt vielleicht zuerst, ob sie zu {network} wechseln darf.",
  "sign.open": "Wallet öffnen",
  "sign.waiting": "Warten auf Ihre Wallet …",
  "sign.waitingHint": "Geben Sie es in Ihrer Wallet frei. Wenn nichts erscheint, öffnen Sie die Wallet selbst.",
  "sign.switching": "Wechsel zu {network} …",
  "sign.sending": "Ihre Zahlung wird gesendet …",
  "sign.rejected":
    "Sie haben in Ihrer Wallet abgelehnt. Es wurde nichts abgebucht. Sie können es erneut versuchen oder anders bezahlen.",
  "sign.pending": "In Ihrer Wallet ist schon eine Anfrage offen. Sehen Sie zuerst dort nach.",
  "sign.networkRefused":
    "Die Wallet ist in einem anderen Netzwerk geblieben. Wechseln Sie zu {network} und versuchen Sie es dann erneut.",
  "sign.wrongAccount":
    "Ihre Wallet verwendet jetzt ein anderes Konto. Wechseln Sie zurück zu {account}, oder wählen Sie neu.",
  "sign.walletFailed": "Die Wallet hat einen Fehler gemeldet: {error}",
  "sign.again": "Erneut versuchen",
  "sign.back": "Anders bezahlen",
  "sign.resumed": "Willkommen zurück. Machen Sie weiter, wo Sie aufgehört haben.",
  "sign.allowed": "Erlaubt",

  "confirm.quote": "Der Preis lief ab, bevor er gesendet werden konnte. Bitte geben Sie ihn noch einmal frei.",
  "confirm.refused": "Die Zahlung konnte nicht angenommen werden: {error}",
  "confirm.offline": "Keine Verbindung. Ihre Freigabe bleibt erhalten; versuchen Sie es erneut.",

  "cancel.title": "Diese Zahlung abbrechen?",
  "cancel.text": "Der Link funktioniert dann nicht mehr. Es wurde nichts abgebucht.",
  "cancel.yes": "Ja, abbrechen",
  "cancel.no": "Behalten",
  "cancel.failed": "Das Abbrechen hat nicht geklappt. Versuchen Sie es erneut.",

  "paid.paid": "Bezahlt",
  "paid.date": "Datum",
  "paid.network": "Netzwerk",
  "paid.transaction": "Transaktion",
  "paid.payment": "Zahlung",
  "paid.copyHash": "Transaktions-Hash kopieren",
  "paid.explorer": "Auf {explorer} ansehen",
  "paid.print": "Beleg drucken",

  "return.soon": "Zurück zu {merchant} in {seconds} s",
  "return.now": "Jetzt zurück",
  "return.stay": "Hier bleiben",
  "return.link": "Zurück zu {merchant}",
  "return.announced": "In 3 Sekunden geht es zurück zu {merchant}.",

  "copy.done": "Kopiert",
  "copy.failed": "Kopieren fehlgeschlagen",
};
