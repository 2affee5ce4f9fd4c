import type { Messages } from "#components/checkout/messages/messages.ts";

export const fr: Messages = {
  "page.title": "{amount} à {merchant}",
  "page.testTitle": "PAIEMENT DE TEST : {title}",
  "page.label": "Paiement",
  "page.notFound": "Paiement introuvable",
  "page.checkLink": "Vérifiez que vous avez copié le lien en entier.",
  "page.askForLink": "Si cela ne fonctionne toujours pas, demandez un nouveau lien à l’expéditeur.",
  "page.failed": "Une erreur s’est produite",
  "page.failedText":
    "Cette page n’a pas pu être chargée. Réessayez. Si le problème persiste, contactez l’expéditeur du lien.",
  "page.errorId": "ID de l’erreur\u00a0: {id}",

  "summary.to": "Paiement à",
  "summary.details": "Détails du paiement",
  "summary.assetOnNetwork": "{asset} sur {network}",
  "summary.reference": "Référence",
  "summary.items": "Articles ({count})",
  "summary.help": "Contacter {merchant}",
  "summary.payBy": "À payer avant le",
  "summary.timeLeft": "Temps restant",

  "status.requires_action.title": "Choisissez comment payer",
  "status.requires_action.text":
    "Rien n’est prélevé tant que vous n’avez pas approuvé le paiement dans votre portefeuille.",
  "status.processing.title": "Paiement envoyé",
  "status.processing.text":
    "Votre paiement est en cours de confirmation. Cela prend généralement quelques secondes. Vous pouvez fermer cette page.",
  "status.succeeded.title": "Payé",
  "status.succeeded.text": "Votre paiement à {merchant} a bien été effectué.",
  "status.expired.title": "Paiement expiré",
  "status.expired.text":
    "Le délai de paiement est écoulé. Rien n’a été prélevé. Si vous souhaitez toujours payer, demandez un nouveau lien de paiement à {merchant}.",
  "status.cancelled.title": "Paiement annulé",
  "status.cancelled.text":
    "Rien n’a été prélevé. Si vous souhaitez toujours payer, demandez un nouveau lien de paiement à {merchant}.",
  "status.failed.title": "Échec du paiement",
  "status.failed.text":
    "Le transfert a échoué sur le réseau. Rien n’a été prélevé. Pour réessayer, demandez un nouveau lien de paiement à {merchant}.",
  "status.declined.title": "Paiement refusé",
  "status.declined.text":
    "Les paiements effectués depuis ce portefeuille ne peuvent pas être acceptés. Rien n’a été prélevé. Contactez {merchant} pour obtenir de l’aide.",
  "status.newLink": "Demander un nouveau lien",
  "status.announcement": "{title}. {text}",
  "status.offline": "Pas de connexion. Reconnexion…",
  "status.reload": "Rechargez cette page pour voir les dernières informations.",

  "test.band": "PAIEMENT DE TEST",
  "test.text": "Un paiement de test ne déplace pas d’argent. Cette page n’est pas une preuve de paiement.",
  "test.title": "Choisissez un résultat",
  "test.choose": "Ceci est un paiement de test. Choisissez comment il se termine.",
  "test.pay": "Payer",
  "test.decline": "Refuser le compte",
  "test.fail": "Faire échouer le transfert",
  "test.expire": "Laisser expirer",
  "test.failed": "Le paiement n’a pas pu être modifié. Rechargez la page et réessayez.",

  "methods.none.title": "Ce paiement n’est pas encore possible",
  "methods.none.text":
    "{merchant} n’a pas encore indiqué où recevoir ce paiement. Rien n’a été prélevé. Contactez {merchant} pour obtenir de l’aide.",
  "methods.connect": "Connecter un portefeuille",
  "methods.loading": "Chargement…",
  "methods.scan": "Payer avec votre téléphone",
  "methods.scanHint": "Scannez ce code avec l’appareil photo de votre téléphone ou une application de portefeuille.",
  "methods.qrLabel": "Code QR du lien de paiement",
  "methods.apps": "Ouvrir dans votre application de portefeuille",
  "methods.copyLink": "Copier le lien",
  "methods.link": "Lien de paiement",
  "methods.cancel": "Annuler le paiement",
  "methods.noScript": "Ouvrez ce lien dans une application de portefeuille ou activez JavaScript pour payer ici.",
  "methods.loadFailed":
    "Les portefeuilles n’ont pas pu être chargés. Vérifiez votre connexion Internet, puis réessayez.",

  "noWallet.title": "Aucun portefeuille trouvé",
  "noWallet.text":
    "Un portefeuille est une application ou une extension de navigateur qui conserve vos stablecoins. Ouvrez cette page dans votre portefeuille ou installez-en un\u00a0:",
  "noWallet.get": "Installer {wallet}",
  "noWallet.back": "Retour",

  "wallet.change": "Changer de portefeuille",
  "wallet.demo": "Portefeuille de démonstration",
  "wallet.browser": "Portefeuille du navigateur",
  "wallets.title": "Choisissez un portefeuille",
  "wallets.recent": "Utilisé récemment",
  "wallets.installed": "Installés",
  "wallets.mobile": "Portefeuilles mobiles",
  "wallets.scan": "Scannez ce code avec une application de portefeuille sur votre téléphone.",
  "wallets.code": "Code QR pour connecter votre portefeuille",
  "wallets.copy": "Copier le lien de connexion",
  "wallets.unreachable":
    "Votre portefeuille est injoignable. Vérifiez votre connexion internet et réessayez, ou choisissez un autre portefeuille.",
  "wallets.codeExpired": "Le code a expiré. Scannez le nouveau.",
  "wallets.linkExpired": "Le lien a expiré. Utilisez le nouveau.",
  "wallets.ended": "Votre portefeuille a mis fin à la connexion. Choisissez un portefeuille pour continuer.",

  "options.title": "Choisissez avec quoi payer",
  "options.loading": "Vérification de vos soldes…",
  "options.onNetwork": "{asset} sur {network}",
  "options.eta": "environ {seconds} s",
  "options.etaMinutes": "environ {minutes} min",
  "options.balance": "Solde\u00a0: {amount}",
  "options.noGas": "Sans frais",
  "options.fee": "Frais de réseau",
  "options.steps": "{steps} étapes",
  "options.details": "Informations requises",
  "options.pay": "Payer {amount}",
  "options.enterDetails": "Saisir vos informations",
  "options.more": "Afficher {count} de plus",
  "options.withFee": "Autres options avec frais de réseau ({count})",
  "options.failed": "Vos soldes n’ont pas pu être chargés. Vérifiez votre connexion Internet, puis réessayez.",
  "options.changed": "Le prix est maintenant de {amount}. Approuvez le nouveau prix pour continuer.",
  "options.gone": "Cette option n’est plus disponible. Choisissez-en une autre.",
  "options.missing": "Certaines options peuvent manquer\u00a0: pas de réponse de {networks}.",
  "options.none.title": "Paiement impossible avec ce portefeuille",
  "options.none.text":
    "Pour le moment, aucun jeton de ce portefeuille ne peut être utilisé pour ce paiement. Rien n’a été prélevé. Utilisez un autre portefeuille ou contactez {merchant} pour obtenir de l’aide.",
  "options.uncovered":
    "Votre portefeuille n’a pas autorisé un réseau ou une demande nécessaire ici. Connectez-le à nouveau en autorisant tout ce qu’il affiche, ou utilisez un autre portefeuille.",

  "unavailable.title": "Réseau indisponible",
  "unavailable.text":
    "Votre solde ne peut pas être vérifié, car un réseau de paiement ne répond pas. Rien n’a été prélevé. Réessayez dans quelques instants.",

  "lowBalance.title": "Solde insuffisant",
  "lowBalance.text":
    "Aucun des jetons acceptés n’est disponible en quantité suffisante dans ce portefeuille. Rien n’a été prélevé.",
  "lowBalance.accepted": "Acceptés",
  "lowBalance.missing": "Il manque {amount}",
  "lowBalance.oneToken":
    "{merchant} n’accepte que {token} pour ce paiement. Le solde de ce portefeuille est insuffisant.",
  "lowBalance.add": "Approvisionnez {account}. Cette page vérifie d’elle-même si les fonds sont arrivés.",
  "lowBalance.copy": "Copier l’adresse du portefeuille",
  "lowBalance.network":
    "Les jetons d’autres réseaux ne peuvent pas être utilisés. Transférez-les vers l’un de ces réseaux ou utilisez un autre portefeuille.",
  "lowBalance.again": "Vérifier de nouveau",
  "lowBalance.qr": "Code QR de l’adresse du portefeuille",
  "lowBalance.contracts": "Contrats des jetons",
  "lowBalance.copyContract": "Copier le contrat de {token}",

  "details.title": "{merchant} a besoin de vos informations",
  "details.text": "Saisissez vos informations une seule fois, puis approuvez le paiement dans votre portefeuille.",
  "details.frame": "Vos informations",
  "details.newWindow": "Ouvrir dans une nouvelle fenêtre",
  "details.blocked": "Votre navigateur ne peut pas afficher cette étape ici. Ouvrez-la dans une nouvelle fenêtre.",
  "details.waiting": "Saisissez vos informations dans la nouvelle fenêtre, puis revenez à cette page.",

  "sign.step": "Étape {step} sur {steps}\u00a0: {title}",
  "sign.approve.title": "Autoriser {token}",
  "sign.approve.text":
    "Votre portefeuille vous demandera d’autoriser Permit2, un contrat de paiement public, à utiliser vos {token}. Rien n’est encore prélevé. De faibles frais de réseau s’appliquent.",
  "sign.reset.title": "Réinitialiser l’autorisation {token}",
  "sign.reset.text":
    "{token} exige qu’une autorisation antérieure soit d’abord remise à zéro. Rien n’est encore prélevé. De faibles frais de réseau s’appliquent.",
  "sign.pay.title": "Payer {amount}",
  "sign.pay.text":
    "Votre portefeuille vous demandera de signer un paiement d’exactement {amount} à {merchant}. La signature est gratuite.",
  "sign.router.recipient":
    "Votre portefeuille affichera comme destinataire le routeur de paiement de Till ({router}). Il transmet votre paiement destiné à {merchant} dans la même transaction.",
  "sign.router.spender":
    "Votre portefeuille affichera comme autorisé à dépenser («\u00a0spender\u00a0») le routeur de paiement de Till ({router}). Il transmet votre paiement destiné à {merchant} dans la même transaction.",
  "sign.network": "Votre portefeuille vous demandera peut-être d’abord de passer à {network}.",
  "sign.open": "Ouvrir le portefeuille",
  "sign.waiting": "En attente de votre portefeuille…",
  "sign.waitingHint":
    "Approuvez la demande dans votre portefeuille. Si vous ne la voyez pas, ouvrez votre portefeuille.",
  "sign.silent":
    "Votre portefeuille n’a pas encore répondu. Ouvrez-le et vérifiez qu’il est en ligne, ou utilisez un autre portefeuille.",
  "sign.switching": "Passage à {network}…",
  "sign.sending": "Envoi de votre paiement…",
  "sign.rejected": "Vous avez refusé la demande dans votre portefeuille. Rien n’a été prélevé.",
  "sign.pending": "Une autre demande est ouverte dans votre portefeuille. Répondez-y d’abord.",
  "sign.requestExpired": "La demande dans votre portefeuille a expiré. Réessayez pour en envoyer une nouvelle.",
  "sign.locked":
    "Votre portefeuille est verrouillé. Déverrouillez-le, puis réessayez. Sur un portefeuille matériel, ouvrez aussi l’application Ethereum.",
  "sign.blindSigning":
    "Votre portefeuille matériel bloque cette demande. Activez « Blind signing » dans les réglages de son application Ethereum, puis réessayez.",
  "sign.noAccount":
    "Votre portefeuille n’a partagé aucun compte. Déverrouillez-le, autorisez un compte pour cette page, puis réessayez.",
  "sign.unsupported": "Votre portefeuille ne prend pas en charge cette demande. Utilisez un autre portefeuille.",
  "sign.networkRefused": "Votre portefeuille est sur un autre réseau. Passez à {network}, puis réessayez.",
  "sign.wrongAccount": "Votre portefeuille utilise maintenant un autre compte. Revenez à {account} ou payez autrement.",
  "sign.walletFailed": "Votre portefeuille a signalé un problème. Réessayez ou utilisez un autre portefeuille.",
  "sign.again": "Réessayer",
  "sign.back": "Payer autrement",
  "sign.resumed": "Reprenez votre paiement là où vous en étiez.",
  "sign.approved": "{token} autorisé",

  "confirm.quoteExpired": "Ce prix n’est plus valable. Approuvez le nouveau prix pour continuer.",
  "confirm.budgetUsedUp":
    "Les paiements de ce type ont atteint la limite de frais de réseau pour aujourd’hui. Rien n’a été prélevé. Réessayez demain ou payez {merchant} autrement.",
  "confirm.refused": "Ce paiement n’a pas pu être accepté. Rien n’a été prélevé. Payez autrement.",
  "confirm.busy":
    "Le service de paiement est momentanément saturé. Votre progression est enregistrée. Réessayez dans une minute.",
  "confirm.offline":
    "Pas de connexion. Votre progression est enregistrée. Vérifiez votre connexion Internet, puis réessayez.",
  "confirm.unavailable":
    "{network} ne répond pas. Rien n’a été prélevé et votre progression est enregistrée. Réessayez dans quelques instants.",

  "cancel.title": "Annuler ce paiement\u00a0?",
  "cancel.text": "Le lien de paiement ne fonctionnera plus. Rien n’a été prélevé.",
  "cancel.yes": "Oui, annuler",
  "cancel.no": "Ne pas annuler",
  "cancel.failed": "Le paiement n’a pas pu être annulé. Réessayez.",

  "paid.paid": "Payé",
  "paid.refunded": "Remboursé",
  "paid.date": "Date",
  "paid.network": "Réseau",
  "paid.transaction": "Transaction",
  "paid.payment": "ID du paiement",
  "paid.copyHash": "Copier le hash de la transaction",
  "paid.explorer": "Voir sur {explorer}",
  "paid.print": "Imprimer le reçu",

  "receipt.open": "Recevoir le reçu par e-mail",
  "receipt.email": "E-mail",
  "receipt.send": "Envoyer",
  "receipt.privacy": "Nous utilisons cette adresse uniquement pour le reçu. {merchant} ne la reçoit pas.",
  "receipt.sent": "Nous envoyons votre reçu à {email}. Cela peut prendre quelques minutes.",
  "receipt.invalid": "Saisissez une adresse e-mail valide, par exemple nom@exemple.fr.",
  "receipt.limited": "Trop de reçus ont été demandés. Réessayez plus tard ou imprimez celui-ci.",
  "receipt.failed": "Le reçu n’a pas pu être envoyé. Vérifiez votre connexion et réessayez.",

  "return.soon": "Retour chez {merchant} dans {seconds} s",
  "return.now": "Retourner maintenant",
  "return.stay": "Rester ici",
  "return.link": "Retourner chez {merchant}",
  "return.announced": "Vous retournerez chez {merchant} dans 3 secondes.",

  "copy.done": "Copié",
  "copy.failed": "Échec de la copie",
};
