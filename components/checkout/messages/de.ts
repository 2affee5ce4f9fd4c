import type { Messages } from "#components/checkout/messages/messages.ts";

export const de: Messages = {
  "page.title": "{amount} an {merchant}",
  "page.testTitle": "TESTZAHLUNG: {title}",
  "page.label": "Zahlung",
  "page.notFound": "Zahlung nicht gefunden",
  "page.checkLink": "Prüfen Sie, ob Sie den Link vollständig kopiert haben.",
  "page.askForLink": "Wenn es weiterhin nicht funktioniert, bitten Sie den Absender um einen neuen Link.",
  "page.failed": "Etwas ist schiefgelaufen",
  "page.failedText":
    "Diese Seite konnte nicht geladen werden. Versuchen Sie es erneut. Wenn es weiterhin nicht funktioniert, wenden Sie sich an den Absender des Links.",
  "page.errorId": "Fehler-ID: {id}",

  "summary.to": "Zahlung an",
  "summary.details": "Zahlungsdetails",
  "summary.assetOnNetwork": "{asset} auf {network}",
  "summary.reference": "Referenz",
  "summary.items": "Artikel ({count})",
  "summary.help": "{merchant} kontaktieren",
  "summary.payBy": "Zahlbar bis",
  "summary.timeLeft": "Verbleibende Zeit",

  "status.requires_action.title": "Wie möchten Sie bezahlen?",
  "status.requires_action.text": "Es wird erst Geld abgebucht, wenn Sie die Zahlung in Ihrer Wallet freigeben.",
  "status.processing.title": "Zahlung gesendet",
  "status.processing.text":
    "Ihre Zahlung wird bestätigt. Das dauert meist nur wenige Sekunden. Sie können diese Seite schließen.",
  "status.succeeded.title": "Bezahlt",
  "status.succeeded.text": "Ihre Zahlung an {merchant} ist abgeschlossen.",
  "status.expired.title": "Zahlung abgelaufen",
  "status.expired.text":
    "Die Zeit zum Bezahlen ist abgelaufen. Es wurde nichts abgebucht. Wenn Sie noch bezahlen möchten, bitten Sie {merchant} um einen neuen Zahlungslink.",
  "status.cancelled.title": "Zahlung abgebrochen",
  "status.cancelled.text":
    "Es wurde nichts abgebucht. Wenn Sie noch bezahlen möchten, bitten Sie {merchant} um einen neuen Zahlungslink.",
  "status.failed.title": "Zahlung fehlgeschlagen",
  "status.failed.text":
    "Die Überweisung ist im Netzwerk fehlgeschlagen. Es wurde nichts abgebucht. Für einen neuen Versuch bitten Sie {merchant} um einen neuen Zahlungslink.",
  "status.declined.title": "Zahlung abgelehnt",
  "status.declined.text":
    "Zahlungen von der verwendeten Wallet können nicht angenommen werden. Es wurde nichts abgebucht. Bitte wenden Sie sich an {merchant}.",
  "status.newLink": "Neuen Link anfordern",
  "status.announcement": "{title}. {text}",
  "status.offline": "Keine Verbindung. Verbindung wird wiederhergestellt …",
  "status.reload": "Laden Sie diese Seite neu, um den aktuellen Stand zu sehen.",

  "test.band": "TESTZAHLUNG",
  "test.text": "Bei einer Testzahlung wird kein Geld bewegt. Diese Seite ist kein Zahlungsnachweis.",
  "test.title": "Ergebnis wählen",
  "test.choose": "Dies ist eine Testzahlung. Wählen Sie, wie sie endet.",
  "test.pay": "Bezahlen",
  "test.decline": "Konto ablehnen",
  "test.fail": "Überweisung fehlschlagen lassen",
  "test.expire": "Ablaufen lassen",
  "test.failed": "Die Zahlung konnte nicht geändert werden. Laden Sie die Seite neu und versuchen Sie es noch einmal.",

  "methods.none.title": "Diese Zahlung ist noch nicht möglich",
  "methods.none.text":
    "{merchant} hat noch nicht festgelegt, wohin diese Zahlung gehen soll. Es wurde nichts abgebucht. Bitte wenden Sie sich an {merchant}.",
  "methods.connect": "Wallet verbinden",
  "methods.loading": "Wird geladen …",
  "methods.scan": "Mit dem Handy bezahlen",
  "methods.scanHint": "Scannen Sie den Code mit der Handykamera oder einer Wallet-App.",
  "methods.qrLabel": "QR-Code des Zahlungslinks",
  "methods.apps": "In Ihrer Wallet-App öffnen",
  "methods.copyLink": "Link kopieren",
  "methods.link": "Zahlungslink",
  "methods.cancel": "Zahlung abbrechen",
  "methods.noScript": "Öffnen Sie diesen Link in einer Wallet-App oder aktivieren Sie JavaScript, um hier zu bezahlen.",
  "methods.loadFailed":
    "Die Wallets konnten nicht geladen werden. Prüfen Sie Ihre Internetverbindung und versuchen Sie es erneut.",

  "noWallet.title": "Keine Wallet gefunden",
  "noWallet.text":
    "Eine Wallet ist eine App oder Browser-Erweiterung, die Ihre Stablecoins verwahrt. Öffnen Sie diese Seite in Ihrer Wallet oder installieren Sie eine:",
  "noWallet.get": "{wallet} installieren",
  "noWallet.back": "Zurück",

  "wallet.change": "Wallet wechseln",
  "wallet.demo": "Demo-Wallet",
  "wallet.browser": "Browser-Wallet",
  "wallets.title": "Wallet auswählen",
  "wallets.recent": "Zuletzt verwendet",
  "wallets.installed": "Installiert",
  "wallets.mobile": "Wallet-Apps",
  "wallets.scan": "Scannen Sie diesen Code mit einer Wallet-App auf Ihrem Handy.",
  "wallets.code": "QR-Code zum Verbinden Ihrer Wallet",
  "wallets.copy": "Verbindungslink kopieren",
  "wallets.unreachable":
    "Ihre Wallet ist nicht erreichbar. Prüfen Sie Ihre Internetverbindung und versuchen Sie es erneut, oder wählen Sie eine andere Wallet.",
  "wallets.codeExpired": "Der Code ist abgelaufen. Scannen Sie den neuen.",
  "wallets.linkExpired": "Der Link ist abgelaufen. Verwenden Sie den neuen.",
  "wallets.ended": "Ihre Wallet hat die Verbindung beendet. Wählen Sie eine Wallet, um fortzufahren.",

  "options.title": "Womit möchten Sie bezahlen?",
  "options.loading": "Ihr Guthaben wird geprüft …",
  "options.onNetwork": "{asset} auf {network}",
  "options.eta": "ca. {seconds} s",
  "options.etaMinutes": "ca. {minutes} min",
  "options.balance": "Guthaben: {amount}",
  "options.noGas": "Gebührenfrei",
  "options.fee": "Netzwerkgebühr",
  "options.steps": "{steps} Schritte",
  "options.details": "Angaben erforderlich",
  "options.pay": "{amount} bezahlen",
  "options.enterDetails": "Angaben eingeben",
  "options.more": "{count} weitere anzeigen",
  "options.withFee": "Weitere Optionen mit Netzwerkgebühr ({count})",
  "options.failed":
    "Ihr Guthaben konnte nicht geladen werden. Prüfen Sie Ihre Internetverbindung und versuchen Sie es erneut.",
  "options.changed": "Der Preis beträgt jetzt {amount}. Geben Sie den neuen Preis frei, um fortzufahren.",
  "options.gone": "Diese Option ist nicht mehr verfügbar. Bitte wählen Sie eine andere.",
  "options.missing": "Möglicherweise fehlen Optionen: keine Antwort von {networks}.",
  "options.none.title": "Zahlung mit dieser Wallet nicht möglich",
  "options.none.text":
    "Zurzeit kann kein Token in dieser Wallet für diese Zahlung verwendet werden. Es wurde nichts abgebucht. Verwenden Sie eine andere Wallet oder wenden Sie sich an {merchant}.",
  "options.uncovered":
    "Ihre Wallet hat ein Netzwerk oder eine Anfrage nicht erlaubt, die hier nötig ist. Verbinden Sie sie neu und erlauben Sie alles Angezeigte, oder verwenden Sie eine andere Wallet.",

  "unavailable.title": "Netzwerk nicht erreichbar",
  "unavailable.text":
    "Ihr Guthaben kann nicht geprüft werden, weil ein Zahlungsnetzwerk nicht antwortet. Es wurde nichts abgebucht. Versuchen Sie es gleich noch einmal.",

  "lowBalance.title": "Guthaben reicht nicht aus",
  "lowBalance.text": "Diese Wallet enthält von keinem akzeptierten Token genug. Es wurde nichts abgebucht.",
  "lowBalance.accepted": "Akzeptiert",
  "lowBalance.missing": "{amount} fehlen",
  "lowBalance.oneToken":
    "{merchant} akzeptiert für diese Zahlung nur {token}. Das Guthaben dieser Wallet reicht nicht aus.",
  "lowBalance.add": "Zahlen Sie auf {account} ein. Diese Seite prüft von selbst, ob das Guthaben eingegangen ist.",
  "lowBalance.copy": "Wallet-Adresse kopieren",
  "lowBalance.network":
    "Token in anderen Netzwerken können nicht verwendet werden. Übertragen Sie sie in eines dieser Netzwerke oder verwenden Sie eine andere Wallet.",
  "lowBalance.again": "Erneut prüfen",
  "lowBalance.qr": "QR-Code der Wallet-Adresse",
  "lowBalance.contracts": "Vertragsadressen der Token",
  "lowBalance.copyContract": "Vertragsadresse von {token} kopieren",

  "details.title": "{merchant} benötigt Ihre Angaben",
  "details.text": "Geben Sie Ihre Angaben einmal ein und geben Sie die Zahlung dann in Ihrer Wallet frei.",
  "details.frame": "Ihre Angaben",
  "details.newWindow": "In neuem Fenster öffnen",
  "details.blocked": "Ihr Browser kann diesen Schritt hier nicht anzeigen. Öffnen Sie ihn in einem neuen Fenster.",
  "details.waiting": "Geben Sie Ihre Angaben im neuen Fenster ein und kehren Sie dann zu dieser Seite zurück.",

  "sign.step": "Schritt {step} von {steps}: {title}",
  "sign.approve.title": "{token} freigeben",
  "sign.approve.text":
    "Ihre Wallet fragt, ob der öffentliche Zahlungsvertrag Permit2 Ihre {token} verwenden darf. Es wird noch nichts abgebucht. Das Netzwerk erhebt eine kleine Gebühr.",
  "sign.reset.title": "Freigabe für {token} zurücksetzen",
  "sign.reset.text":
    "{token} verlangt, dass eine frühere Freigabe zuerst auf null gesetzt wird. Es wird noch nichts abgebucht. Das Netzwerk erhebt eine kleine Gebühr.",
  "sign.pay.title": "{amount} bezahlen",
  "sign.pay.text":
    "Ihre Wallet bittet Sie um eine Signatur, mit der Sie genau {amount} an {merchant} zahlen. Signieren ist kostenlos.",
  "sign.router.recipient":
    "Ihre Wallet zeigt als Empfänger den Zahlungsrouter von Till ({router}) an. Er leitet Ihre Zahlung für {merchant} in derselben Transaktion weiter.",
  "sign.router.spender":
    "Ihre Wallet zeigt als Berechtigten („spender“) den Zahlungsrouter von Till ({router}) an. Er leitet Ihre Zahlung für {merchant} in derselben Transaktion weiter.",
  "sign.network": "Möglicherweise fragt Ihre Wallet zuerst, ob sie zu {network} wechseln darf.",
  "sign.open": "Wallet öffnen",
  "sign.waiting": "Warten auf Ihre Wallet …",
  "sign.waitingHint": "Bestätigen Sie die Anfrage in Ihrer Wallet. Wenn Sie sie nicht sehen, öffnen Sie Ihre Wallet.",
  "sign.silent":
    "Ihre Wallet hat noch nicht geantwortet. Öffnen Sie sie und prüfen Sie, ob sie online ist, oder verwenden Sie eine andere Wallet.",
  "sign.switching": "Wechsel zu {network} …",
  "sign.sending": "Ihre Zahlung wird gesendet …",
  "sign.rejected": "Sie haben die Anfrage in Ihrer Wallet abgelehnt. Es wurde nichts abgebucht.",
  "sign.pending": "In Ihrer Wallet ist noch eine andere Anfrage offen. Beantworten Sie diese zuerst.",
  "sign.requestExpired": "Die Anfrage in Ihrer Wallet ist abgelaufen. Versuchen Sie es erneut, um eine neue zu senden.",
  "sign.locked":
    "Ihre Wallet ist gesperrt. Entsperren Sie sie und versuchen Sie es erneut. Öffnen Sie auf einer Hardware-Wallet auch die Ethereum-App.",
  "sign.blindSigning":
    "Ihre Hardware-Wallet blockiert diese Anfrage. Aktivieren Sie „Blind signing“ in den Einstellungen ihrer Ethereum-App und versuchen Sie es erneut.",
  "sign.noAccount":
    "Ihre Wallet hat kein Konto freigegeben. Entsperren Sie sie, erlauben Sie ein Konto für diese Seite und versuchen Sie es erneut.",
  "sign.unsupported": "Ihre Wallet unterstützt diese Anfrage nicht. Verwenden Sie eine andere Wallet.",
  "sign.networkRefused":
    "Ihre Wallet ist mit einem anderen Netzwerk verbunden. Wechseln Sie zu {network} und versuchen Sie es erneut.",
  "sign.wrongAccount":
    "Ihre Wallet verwendet jetzt ein anderes Konto. Wechseln Sie zurück zu {account} oder bezahlen Sie anders.",
  "sign.walletFailed": "Ihre Wallet meldet ein Problem. Versuchen Sie es erneut oder verwenden Sie eine andere Wallet.",
  "sign.again": "Erneut versuchen",
  "sign.back": "Anders bezahlen",
  "sign.resumed": "Willkommen zurück. Machen Sie dort weiter, wo Sie aufgehört haben.",
  "sign.approved": "{token} freigegeben",

  "confirm.quoteExpired": "Der Preis ist nicht mehr gültig. Geben Sie den neuen Preis frei, um fortzufahren.",
  "confirm.budgetUsedUp":
    "Für solche Zahlungen ist das heutige Limit der Netzwerkkosten erreicht. Es wurde nichts abgebucht. Versuchen Sie es morgen erneut oder bezahlen Sie {merchant} auf andere Weise.",
  "confirm.refused":
    "Diese Zahlung konnte nicht angenommen werden. Es wurde nichts abgebucht. Bezahlen Sie auf andere Weise.",
  "confirm.busy":
    "Der Zahlungsdienst ist zurzeit ausgelastet. Ihr Fortschritt ist gespeichert. Versuchen Sie es in einer Minute erneut.",
  "confirm.offline":
    "Keine Verbindung. Ihr Fortschritt ist gespeichert. Prüfen Sie Ihre Internetverbindung und versuchen Sie es erneut.",
  "confirm.unavailable":
    "{network} antwortet nicht. Es wurde nichts abgebucht, und Ihr Fortschritt ist gespeichert. Versuchen Sie es gleich noch einmal.",

  "cancel.title": "Diese Zahlung abbrechen?",
  "cancel.text": "Der Zahlungslink funktioniert dann nicht mehr. Es wurde nichts abgebucht.",
  "cancel.yes": "Ja, abbrechen",
  "cancel.no": "Nicht abbrechen",
  "cancel.failed": "Die Zahlung konnte nicht abgebrochen werden. Versuchen Sie es erneut.",

  "paid.paid": "Bezahlt",
  "paid.refunded": "Erstattet",
  "paid.date": "Datum",
  "paid.network": "Netzwerk",
  "paid.transaction": "Transaktion",
  "paid.payment": "Zahlungs-ID",
  "paid.copyHash": "Transaktions-Hash kopieren",
  "paid.explorer": "Auf {explorer} ansehen",
  "paid.print": "Beleg drucken",

  "receipt.open": "Beleg per E-Mail",
  "receipt.email": "E-Mail",
  "receipt.send": "Senden",
  "receipt.privacy": "Wir verwenden diese Adresse nur für den Beleg. {merchant} erhält sie nicht.",
  "receipt.sent": "Wir senden Ihren Beleg an {email}. Das kann einige Minuten dauern.",
  "receipt.invalid": "Geben Sie eine gültige E-Mail-Adresse ein, z. B. name@beispiel.de.",
  "receipt.limited":
    "Es wurden zu viele Belege angefordert. Versuchen Sie es später erneut oder drucken Sie diesen aus.",
  "receipt.failed": "Der Beleg konnte nicht gesendet werden. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.",

  "return.soon": "Zurück zu {merchant} in {seconds} s",
  "return.now": "Jetzt zurück",
  "return.stay": "Hier bleiben",
  "return.link": "Zurück zu {merchant}",
  "return.announced": "In 3 Sekunden werden Sie zu {merchant} weitergeleitet.",

  "copy.done": "Kopiert",
  "copy.failed": "Kopieren fehlgeschlagen",
};
