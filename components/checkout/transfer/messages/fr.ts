import type { TransferMessages } from "#components/checkout/transfer/messages/transfer-messages.ts";

export const fr: TransferMessages = {
  "ways.wallet": "Portefeuille",
  "ways.transfer": "Transfert",

  "choose.text": "Payez depuis une plateforme d’échange, ou depuis toute application qui peut envoyer des stablecoins.",
  "choose.question": "Quelle monnaie votre plateforme envoie-t-elle, et sur quel réseau\u00a0?",
  "choose.loading": "Recherche des monnaies et des réseaux…",
  "choose.none": "Ce paiement ne peut pas être fait par transfert pour le moment. Payez avec un portefeuille.",
  "choose.unavailable": "Un réseau de paiement ne répond pas. Réessayez dans un instant.",
  "choose.refused":
    "{coin} sur {network} ne peut pas être envoyé pour le moment. Choisissez une autre monnaie ou un autre réseau.",
  "choose.limited": "Trop de demandes. Réessayez dans une minute, ou payez avec un portefeuille.",
  "choose.offline": "Pas de connexion. Vérifiez votre connexion internet et réessayez.",
  "choose.loadFailed": "Cette étape n’a pas pu être chargée. Vérifiez votre connexion internet et réessayez.",

  "send.title": "Envoyez {amount}",
  "send.rest": "Envoyez les {amount} manquants",
  "send.network": "Réseau",
  "send.only":
    "Envoyez uniquement {coin}, et uniquement sur ce réseau. Tout autre envoi ne paie pas et peut être perdu.",
  "send.address": "Adresse",
  "send.copyAddress": "Copier l’adresse",
  "send.amount": "Montant qui doit arriver",
  "send.copyAmount": "Copier le montant",
  "send.fee": "Les plateformes déduisent leurs frais\u00a0: assurez-vous que {amount} arrivent.",
  "send.until": "Le montant doit arriver avant {time}.",
  "send.return": "Vous pouvez fermer cette page et y revenir.",
  "send.code": "Code QR",
  "send.codeAddress": "Adresse seule",
  "send.codeRequest": "Adresse et montant",
  "send.codeHint": "Si votre application ne lit pas le code avec le montant, utilisez l’adresse seule.",
  "send.copyRequest": "Copier le code comme lien",
  "send.renew": "Obtenir une nouvelle adresse",
  "send.other": "Payer autrement",

  "step.waiting": "En attente",
  "step.seen": "Détecté",
  "step.confirming": "Validation",
  "step.paid": "Payé",

  "progress.label": "Progression",
  "progress.waiting": "En attente de votre transfert. Cette page se met à jour toute seule.",
  "progress.partly": "{arrived} sur {amount} sont arrivés, il manque {missing}. Envoyez le reste à la même adresse.",
  "progress.confirming":
    "{amount} sont arrivés. Le réseau confirme le transfert. Cela peut prendre quelques minutes, et vous pouvez fermer cette page.",
  "progress.priceExpired": "Le prix a expiré. N’envoyez plus rien à cette adresse.",
  "progress.over": "Le délai de paiement est écoulé. N’envoyez plus rien. Nous vérifions ce qui est arrivé à temps.",

  "left.money":
    "{amount} sont arrivés à l’adresse du paiement, mais le paiement n’a pas abouti. {merchant} a été prévenu et décidera de la suite.",
  "left.tooMuch": "{amount} de plus que demandé sont arrivés. {merchant} a été prévenu.",

  "refund.title": "Où envoyer un remboursement\u00a0?",
  "refund.text":
    "Saisissez votre propre adresse pour {coin} sur {network}\u00a0: celle de votre portefeuille, ou celle que votre plateforme affiche pour les dépôts. Un remboursement ne repart pas vers l’origine du transfert.",
  "refund.label": "Votre adresse de remboursement",
  "refund.once": "Vérifiez-la bien. Elle ne pourra plus être modifiée ici.",
  "refund.save": "Enregistrer l’adresse",
  "refund.invalid":
    "Cette adresse n’est pas valide. Copiez-la depuis votre portefeuille ou votre plateforme\u00a0: elle commence par 0x et compte 42 caractères.",
  "refund.unusable": "Cette adresse ne peut pas être utilisée. Saisissez-en une autre qui vous appartient.",
  "refund.known": "Une autre adresse a déjà été enregistrée. Demandez à {merchant} de la modifier.",
  "refund.saved": "Un remboursement ira à cette adresse sur {network}\u00a0:",
  "refund.elsewhere":
    "Pour indiquer une adresse de remboursement, ouvrez cette page dans le navigateur utilisé pour le transfert, ou contactez {merchant}.",
};
