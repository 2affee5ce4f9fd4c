import type { RefundMessages, WalletMessages } from "#components/refund/messages/refund-messages.ts";

export const es: RefundMessages = {
  "refund.title": "Reembolso de {amount} de {merchant}",
  "refund.notFound": "Reembolso no encontrado",
  "refund.askForLink": "Si sigue sin funcionar, cree un nuevo enlace en la página del pago, en el panel.",
  "refund.from": "Reembolso de",
  "refund.to": "Al comprador",
  "refund.payer": "Se paga desde",
  "refund.reference": "Referencia del pago",
  "refund.copyAddress": "Copiar dirección",
  "refund.again":
    "La última transacción ha fallado y no se ha enviado dinero. Firme de nuevo para volver a intentarlo.",
  "refund.wrong.title": "Conecte la billetera del comercio",
  "refund.wrong.text":
    "{account} no puede pagar este reembolso. Cambie a esta cuenta en su billetera o use otra billetera:",
  "refund.cannot.title": "Esta billetera aún no puede pagar",
  "refund.cannot.text": "El reembolso no se puede pagar ahora desde esta billetera. No se ha enviado dinero.",
  "refund.lowBalance": "Esta billetera tiene menos de {amount} en {network}. Añada fondos y compruebe de nuevo.",
};

export const esWallet: WalletMessages = {
  "summary.details": "Detalles del reembolso",
  "summary.payBy": "Firmar antes del",

  "status.requires_action.title": "Firme el reembolso",
  "status.requires_action.text": "Conecte la billetera del comercio. No saldrá dinero de ella hasta que firme.",
  "status.processing.title": "Reembolso enviado",
  "status.processing.text": "Estamos confirmando el reembolso. Suele tardar unos segundos. Puede cerrar esta página.",
  "status.succeeded.title": "Reembolsado",
  "status.succeeded.text": "El comprador ha recibido el reembolso de {merchant}.",
  "status.expired.title": "Enlace caducado",
  "status.expired.text":
    "El plazo para firmar ha terminado. No se ha enviado dinero. Para reembolsar el pago, cree un nuevo enlace en el panel.",
  "status.cancelled.title": "Reembolso cancelado",
  "status.cancelled.text":
    "No se ha enviado dinero. Si aun así quiere reembolsar el pago, cree un nuevo enlace en el panel.",
  "status.failed.title": "Reembolso fallido",
  "status.failed.text":
    "La transferencia ha fallado en la red. No se ha enviado dinero. Para intentarlo de nuevo, cree un nuevo enlace en el panel.",

  "methods.scan": "Firmar con el teléfono",
  "methods.qrLabel": "Código QR del enlace de reembolso",
  "methods.copyLink": "Copiar enlace",
  "methods.link": "Enlace de reembolso",
  "methods.noScript": "Abra este enlace en una aplicación de billetera o active JavaScript para firmar aquí.",

  "options.loading": "Consultando el saldo…",
  "options.pay": "Reembolsar {amount}",
  "options.gone": "El saldo de la billetera es insuficiente. Añada fondos y empiece de nuevo.",

  "unavailable.text":
    "No se puede consultar el saldo porque la red no responde. No se ha enviado dinero. Inténtelo de nuevo en unos instantes.",

  "sign.pay.title": "Reembolsar {amount}",
  "sign.pay.text":
    "Su billetera le pedirá que firme un reembolso de exactamente {amount} al comprador. Firmar es gratis.",
  "sign.router.recipient":
    "Su billetera mostrará como destinatario el enrutador de pagos de Till ({router}). Este reenvía el reembolso al comprador en la misma transacción.",
  "sign.router.spender":
    "Su billetera mostrará como autorizado a gastar («spender») el enrutador de pagos de Till ({router}). Este reenvía el reembolso al comprador en la misma transacción.",
  "sign.sending": "Enviando el reembolso…",
  "sign.rejected": "Ha rechazado la solicitud en su billetera. No se ha enviado dinero.",
  "sign.wrongAccount": "Su billetera usa ahora otra cuenta. Vuelva a {account} e inténtelo de nuevo.",
  "sign.back": "Volver",

  "confirm.quoteExpired": "La solicitud ha caducado. Firme la nueva para continuar.",
  "confirm.budgetUsedUp":
    "Los reembolsos han alcanzado el límite de gastos de red de hoy. No se ha enviado dinero. Inténtelo de nuevo mañana o devuelva el dinero de otra forma.",
  "confirm.refused":
    "No se ha podido aceptar el reembolso. No se ha enviado dinero. Cree un nuevo enlace en el panel o use otra billetera.",
  "confirm.unavailable":
    "{network} no responde. No se ha enviado dinero y su progreso está guardado. Inténtelo de nuevo en unos instantes.",

  "paid.paid": "Reembolsado",
  "paid.payment": "ID del reembolso",
};
