import type { RefundMessages, WalletMessages } from "#components/refund/messages/refund-messages.ts";

export const fr: RefundMessages = {
  "refund.title": "Remboursement de {amount} par {merchant}",
  "refund.notFound": "Remboursement introuvable",
  "refund.askForLink":
    "Si cela ne fonctionne toujours pas, créez un nouveau lien sur la page du paiement dans le tableau de bord.",
  "refund.from": "Remboursement de",
  "refund.to": "À l’acheteur",
  "refund.payer": "Payé depuis",
  "refund.reference": "Référence du paiement",
  "refund.copyAddress": "Copier l’adresse",
  "refund.again": "La dernière transaction a échoué et rien n’a été envoyé. Signez à nouveau pour réessayer.",
  "refund.wrong.title": "Connectez le portefeuille du commerçant",
  "refund.wrong.text":
    "{account} ne peut pas payer ce remboursement. Passez à ce compte dans votre portefeuille ou utilisez un autre portefeuille\u00a0:",
  "refund.cannot.title": "Ce portefeuille ne peut pas encore payer",
  "refund.cannot.text":
    "Ce remboursement ne peut pas être payé depuis ce portefeuille pour le moment. Rien n’a été envoyé.",
  "refund.lowBalance":
    "Ce portefeuille contient moins de {amount} sur {network}. Approvisionnez-le, puis vérifiez à nouveau.",
};

export const frWallet: WalletMessages = {
  "summary.details": "Détails du remboursement",
  "summary.payBy": "À signer avant le",

  "status.requires_action.title": "Signez le remboursement",
  "status.requires_action.text":
    "Connectez le portefeuille du commerçant. Rien n’en sort tant que vous n’avez pas signé.",
  "status.processing.title": "Remboursement envoyé",
  "status.processing.text":
    "Le remboursement est en cours de confirmation. Cela prend généralement quelques secondes. Vous pouvez fermer cette page.",
  "status.succeeded.title": "Remboursé",
  "status.succeeded.text": "L’acheteur a reçu le remboursement de {merchant}.",
  "status.expired.title": "Lien expiré",
  "status.expired.text":
    "Le délai de signature est écoulé. Rien n’a été envoyé. Pour rembourser le paiement, créez un nouveau lien dans le tableau de bord.",
  "status.cancelled.title": "Remboursement annulé",
  "status.cancelled.text":
    "Rien n’a été envoyé. Pour rembourser tout de même le paiement, créez un nouveau lien dans le tableau de bord.",
  "status.failed.title": "Échec du remboursement",
  "status.failed.text":
    "Le transfert a échoué sur le réseau. Rien n’a été envoyé. Pour réessayer, créez un nouveau lien dans le tableau de bord.",

  "methods.scan": "Signer avec votre téléphone",
  "methods.qrLabel": "Code QR du lien de remboursement",
  "methods.copyLink": "Copier le lien",
  "methods.link": "Lien de remboursement",
  "methods.noScript": "Ouvrez ce lien dans une application de portefeuille ou activez JavaScript pour signer ici.",

  "options.loading": "Vérification du solde…",
  "options.pay": "Rembourser {amount}",
  "options.gone": "Le solde du portefeuille est insuffisant. Approvisionnez-le, puis recommencez.",

  "unavailable.text":
    "Le solde ne peut pas être vérifié, car le réseau ne répond pas. Rien n’a été envoyé. Réessayez dans quelques instants.",

  "sign.pay.title": "Rembourser {amount}",
  "sign.pay.text":
    "Votre portefeuille vous demandera de signer un remboursement d’exactement {amount} à l’acheteur. La signature est gratuite.",
  "sign.router.recipient":
    "Votre portefeuille affichera comme destinataire le routeur de paiement de Till ({router}). Il transmet le remboursement à l’acheteur dans la même transaction.",
  "sign.router.spender":
    "Votre portefeuille affichera comme autorisé à dépenser («\u00a0spender\u00a0») le routeur de paiement de Till ({router}). Il transmet le remboursement à l’acheteur dans la même transaction.",
  "sign.sending": "Envoi du remboursement…",
  "sign.rejected": "Vous avez refusé la demande dans votre portefeuille. Rien n’a été envoyé.",
  "sign.wrongAccount": "Votre portefeuille utilise maintenant un autre compte. Revenez à {account}, puis réessayez.",
  "sign.back": "Retour",

  "confirm.quoteExpired": "La demande a expiré. Signez la nouvelle pour continuer.",
  "confirm.budgetUsedUp":
    "Les remboursements ont atteint la limite de frais de réseau pour aujourd’hui. Rien n’a été envoyé. Réessayez demain ou rendez l’argent autrement.",
  "confirm.refused":
    "Le remboursement n’a pas pu être accepté. Rien n’a été envoyé. Créez un nouveau lien dans le tableau de bord ou utilisez un autre portefeuille.",
  "confirm.unavailable":
    "{network} ne répond pas. Rien n’a été envoyé et votre progression est enregistrée. Réessayez dans quelques instants.",

  "paid.paid": "Remboursé",
  "paid.payment": "ID du remboursement",
};
