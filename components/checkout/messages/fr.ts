import type { Messages } from "#components/checkout/messages/translate.ts";

export const fr: Messages = {
  "page.title": "{amount} à {merchant}",
  "page.unknown": "Paiement introuvable",
  "page.unknownTitle": "Ce paiement n’existe pas",
  "page.unknownLink": "Le lien est peut-être incomplet. Rouvrez-le en entier, tel que vous l’avez reçu.",
  "page.unknownAsk": "S’il mène toujours ici, demandez-en un nouveau à la personne qui vous l’a envoyé.",

  "summary.to": "Paiement à",
  "summary.assetOnNetwork": "{asset} sur {network}",
  "summary.payBy": "À payer avant le",
  "summary.timeLeft": "Temps restant",

  "status.requires_action.title": "Choisissez comment payer",
  "status.requires_action.text": "Rien ne quitte votre portefeuille avant que vous l’y ayez approuvé.",
  "status.processing.title": "Confirmation de votre paiement",
  "status.processing.text":
    "Il est en route et le réseau le confirme. Vous pouvez fermer cette page, vous n’avez plus rien à faire.",
  "status.succeeded.title": "Payé",
  "status.succeeded.text": "Votre paiement à {merchant} est terminé.",
  "status.expired.title": "Ce paiement a expiré",
  "status.expired.text":
    "Il n’a pas été payé à temps, et rien n’a été prélevé. Si vous souhaitez toujours payer, demandez un nouveau lien de paiement à {merchant}.",
  "status.cancelled.title": "Ce paiement a été annulé",
  "status.cancelled.text":
    "Rien n’a été prélevé. Si vous souhaitez toujours payer, demandez un nouveau lien de paiement à {merchant}.",
  "status.failed.title": "Le paiement n’a pas abouti",
  "status.failed.text":
    "Le transfert a échoué sur le réseau, et rien n’a été prélevé. Pour réessayer, demandez un nouveau lien de paiement à {merchant}.",
  "status.declined.title": "Le paiement a été refusé",
  "status.declined.text":
    "Les paiements du portefeuille utilisé ne peuvent pas être acceptés ici. Rien n’a été prélevé. Veuillez contacter {merchant}.",
  "status.news": "{title}. {text}",
  "status.outOfTouch": "Pas de connexion. Nouvel essai…",
  "status.reload": "Rechargez cette page pour voir si quelque chose a changé.",

  "ways.connect": "Connecter un portefeuille",
  "ways.connecting": "Ouverture…",
  "ways.scan": "Payer avec votre téléphone",
  "ways.scanHint": "Scannez le code avec l’appareil photo du téléphone ou une application de portefeuille.",
  "ways.qrLabel": "Code QR du lien de paiement",
  "ways.apps": "Ouvrir dans votre portefeuille",
  "ways.copyLink": "Copier le lien",
  "ways.link": "Lien de paiement",
  "ways.cancel": "Annuler ce paiement",
  "ways.noScript": "Ouvrez le lien dans une application de portefeuille, ou activez JavaScript pour payer ici.",
  "ways.loadFailed": "La connexion au portefeuille n’a pas pu être chargée. Vérifiez votre connexion et réessayez.",

  "noWallet.title": "Aucun portefeuille dans ce navigateur",
  "noWallet.text":
    "Un portefeuille est une application ou une extension de navigateur qui garde vos stablecoins. Ouvrez cette page dans le vôtre, ou procurez-vous-en un\u00a0:",
  "noWallet.get": "Obtenir {wallet}",
  "noWallet.back": "Retour",

  "wallet.change": "Utiliser un autre portefeuille",
  "wallet.demo": "Portefeuille de démonstration",
  "wallet.browser": "Portefeuille du navigateur",

  "options.title": "Choisissez avec quoi payer",
  "options.loading": "Recherche de vos moyens de payer…",
  "options.onNetwork": "{asset} sur {network}",
  "options.eta": "environ {seconds} s",
  "options.etaMinutes": "environ {minutes} min",
  "options.balance": "Vous avez {amount}",
  "options.noGas": "Sans frais de réseau",
  "options.steps": "{steps} étapes, frais de réseau",
  "options.form": "Formulaire requis",
  "options.pay": "Payer {amount}",
  "options.continue": "Continuer vers le formulaire",
  "options.more": "En afficher {count} de plus",
  "options.failed": "Vos moyens de payer n’ont pas pu être lus.",
  "options.changed":
    "Le prix a été actualisé\u00a0: il est maintenant de {amount}. Veuillez le vérifier encore une fois.",
  "options.gone": "Cette option n’est plus disponible. Veuillez en choisir une autre.",

  "nothing.title": "Rien ici pour payer",
  "nothing.text": "Ce portefeuille contient trop peu de ce qui est accepté. Rien n’a été prélevé.",
  "nothing.accepted": "Acceptés",
  "nothing.oneToken": "{merchant} demande à être payé en {token}. Ce portefeuille n’en contient pas assez.",
  "nothing.add": "Approvisionnez {account}, puis vérifiez de nouveau.",
  "nothing.copy": "Copier l’adresse du portefeuille",
  "nothing.network":
    "Les jetons d’autres réseaux ne peuvent pas servir. Transférez-les vers l’un de ceux-ci, ou utilisez un autre portefeuille.",
  "nothing.again": "Vérifier de nouveau",

  "form.title": "{merchant} doit savoir qui paie",
  "form.text": "Remplissez le formulaire une seule fois. Ensuite, approuvez le paiement dans votre portefeuille.",
  "form.frame": "Vos informations",
  "form.newWindow": "Ouvrir le formulaire dans une nouvelle fenêtre",
  "form.refused": "Ce navigateur ne permet pas d’afficher le formulaire ici. Il s’ouvre dans une fenêtre à part.",
  "form.waiting": "Le formulaire est ouvert dans une nouvelle fenêtre. Revenez ici une fois qu’il est envoyé.",
  "form.failed": "Le formulaire n’a pas été envoyé\u00a0: {error}",
  "form.retry": "Recommencer le formulaire",

  "sign.step": "Étape {step} sur {steps}",
  "sign.allow.title": "Autoriser le paiement en {token}",
  "sign.allow.text":
    "Votre portefeuille vous demandera d’autoriser Permit2, un contrat de paiement public, à utiliser vos {token}. Rien n’est encore prélevé. Le réseau facture pour cela de petits frais.",
  "sign.reset.title": "Réinitialiser une ancienne autorisation",
  "sign.reset.text":
    "{token} exige qu’une ancienne autorisation soit d’abord remise à zéro. Rien n’est prélevé. Le réseau facture pour cela de petits frais.",
  "sign.pay.title": "Approuver {amount}",
  "sign.pay.text":
    "Votre portefeuille affichera une demande de signature pour payer exactement {amount} à {merchant}. Signer est gratuit.",
  "sign.network": "Votre portefeuille vous demandera peut-être d’abord de passer à {network}.",
  "sign.open": "Ouvrir le portefeuille",
  "sign.waiting": "En attente de votre portefeuille…",
  "sign.waitingHint": "Approuvez dans votre portefeuille. Si rien ne s’affiche, ouvrez-le vous-même.",
  "sign.switching": "Passage à {network}…",
  "sign.sending": "Envoi de votre paiement…",
  "sign.rejected":
    "Vous avez refusé dans votre portefeuille. Rien n’a été prélevé\u00a0; vous pouvez réessayer ou payer autrement.",
  "sign.pending": "Une demande est déjà ouverte dans votre portefeuille. Regardez-y d’abord.",
  "sign.networkRefused": "Le portefeuille est resté sur un autre réseau. Passez à {network}, puis réessayez.",
  "sign.wrongAccount":
    "Votre portefeuille utilise maintenant un autre compte. Revenez à {account}, ou choisissez de nouveau.",
  "sign.walletFailed": "Le portefeuille a répondu par une erreur\u00a0: {error}",
  "sign.again": "Réessayer",
  "sign.back": "Payer autrement",
  "sign.resumed": "Vous revoilà. Reprenez là où vous en étiez.",
  "sign.allowed": "Autorisé",

  "confirm.quote": "Le prix a expiré avant l’envoi. Veuillez l’approuver encore une fois.",
  "confirm.refused": "Le paiement n’a pas pu être accepté\u00a0: {error}",
  "confirm.offline": "Pas de connexion. Ce que vous avez approuvé est conservé\u00a0; réessayez.",

  "cancel.title": "Annuler ce paiement\u00a0?",
  "cancel.text": "Le lien ne fonctionnera plus. Rien n’a été prélevé.",
  "cancel.yes": "Oui, annuler",
  "cancel.no": "Le garder",
  "cancel.failed": "L’annulation n’a pas abouti. Réessayez.",

  "paid.paid": "Payé",
  "paid.date": "Date",
  "paid.network": "Réseau",
  "paid.transaction": "Transaction",
  "paid.payment": "Paiement",
  "paid.copyHash": "Copier le hash de la transaction",
  "paid.explorer": "Voir sur {explorer}",
  "paid.print": "Imprimer le reçu",

  "return.soon": "Retour à {merchant} dans {seconds} s",
  "return.now": "Revenir maintenant",
  "return.stay": "Rester ici",
  "return.link": "Revenir à {merchant}",
  "return.announced": "Retour à {merchant} dans 3 secondes.",

  "copy.done": "Copié",
  "copy.failed": "Échec de la copie",
};
