import type { TransferMessages } from "#components/checkout/transfer/messages/transfer-messages.ts";

export const es: TransferMessages = {
  "ways.wallet": "Billetera",
  "ways.transfer": "Transferencia",

  "choose.text": "Pague desde un exchange o desde cualquier aplicación que pueda enviar stablecoins.",
  "choose.question": "¿Qué moneda envía su exchange y en qué red?",
  "choose.loading": "Buscando monedas y redes…",
  "choose.none": "Este pago no se puede hacer por transferencia en este momento. Páguelo con una billetera.",
  "choose.unavailable": "Una red de pago no responde. Inténtelo de nuevo en un momento.",
  "choose.refused": "{coin} en {network} no se puede enviar en este momento. Elija otra moneda u otra red.",
  "choose.limited": "Demasiadas solicitudes. Inténtelo de nuevo en un minuto o pague con una billetera.",
  "choose.offline": "Sin conexión. Compruebe su conexión a internet e inténtelo de nuevo.",
  "choose.loadFailed": "No se pudo cargar este paso. Compruebe su conexión a internet e inténtelo de nuevo.",

  "send.title": "Envíe {amount}",
  "send.rest": "Envíe los {amount} que faltan",
  "send.network": "Red",
  "send.only": "Envíe solo {coin} y solo en esta red. Cualquier otra cosa no paga y se puede perder.",
  "send.address": "Dirección",
  "send.copyAddress": "Copiar dirección",
  "send.amount": "Importe que debe llegar",
  "send.copyAmount": "Copiar importe",
  "send.fee": "Los exchanges descuentan su comisión: asegúrese de que lleguen {amount}.",
  "send.until": "Debe llegar antes de las {time}.",
  "send.return": "Puede cerrar esta página y volver después.",
  "send.code": "Código QR",
  "send.codeAddress": "Solo la dirección",
  "send.codeRequest": "Dirección e importe",
  "send.codeHint": "Si su aplicación no puede leer el código con el importe, use solo la dirección.",
  "send.copyRequest": "Copiar código como enlace",
  "send.renew": "Obtener otra dirección",
  "send.other": "Pagar de otra forma",

  "step.waiting": "En espera",
  "step.seen": "Detectado",
  "step.confirming": "Confirmando",
  "step.paid": "Pagado",

  "progress.label": "Progreso",
  "progress.waiting": "Esperando su transferencia. Esta página se actualiza sola.",
  "progress.partly": "Han llegado {arrived} de {amount}; faltan {missing}. Envíe el resto a la misma dirección.",
  "progress.confirming":
    "Han llegado {amount}. La red está confirmando la transferencia. Puede tardar unos minutos y puede cerrar esta página.",
  "progress.priceExpired": "El precio ha caducado. No envíe nada más a esta dirección.",
  "progress.over": "El tiempo para pagar ha terminado. No envíe nada más. Estamos comprobando qué llegó a tiempo.",

  "left.money":
    "Han llegado {amount} a la dirección del pago, pero el pago no se completó. Hemos avisado a {merchant}, que decidirá qué hacer con el dinero.",
  "left.tooMuch": "Han llegado {amount} más de lo solicitado. Hemos avisado a {merchant}.",

  "refund.title": "¿Dónde quiere recibir un reembolso?",
  "refund.text":
    "Introduzca su propia dirección para {coin} en {network}: la de su billetera o la que su exchange muestra para depósitos. Un reembolso no vuelve al origen de la transferencia.",
  "refund.label": "Su dirección para reembolsos",
  "refund.once": "Compruébela bien. Después no se puede cambiar aquí.",
  "refund.save": "Guardar dirección",
  "refund.invalid":
    "Esta dirección no es válida. Cópiela de su billetera o su exchange: empieza por 0x y tiene 42 caracteres.",
  "refund.unusable": "Esta dirección no se puede usar. Introduzca otra dirección suya.",
  "refund.known": "Ya se guardó otra dirección. Pida a {merchant} que la cambie.",
  "refund.saved": "Un reembolso irá a esta dirección en {network}:",
  "refund.elsewhere":
    "Para indicar una dirección de reembolso, abra esta página en el navegador que usó para la transferencia o póngase en contacto con {merchant}.",
};
