import type { Messages } from "#components/checkout/messages/messages.ts";

export const es: Messages = {
  "page.title": "{amount} a {merchant}",
  "page.label": "Pago",
  "page.notFound": "Pago no encontrado",
  "page.checkLink": "Compruebe que ha copiado el enlace completo.",
  "page.askForLink": "Si sigue sin funcionar, pida un nuevo enlace a quien se lo envió.",

  "summary.to": "Pago a",
  "summary.assetOnNetwork": "{asset} en {network}",
  "summary.payBy": "Pagar antes del",
  "summary.timeLeft": "Tiempo restante",

  "status.requires_action.title": "Elija cómo pagar",
  "status.requires_action.text": "No se le cobrará nada hasta que apruebe el pago en su billetera.",
  "status.processing.title": "Pago enviado",
  "status.processing.text": "Estamos confirmando su pago. Suele tardar unos segundos. Puede cerrar esta página.",
  "status.succeeded.title": "Pagado",
  "status.succeeded.text": "Su pago a {merchant} se ha completado.",
  "status.expired.title": "Pago caducado",
  "status.expired.text":
    "El plazo para pagar ha terminado. No se le ha cobrado nada. Si aún quiere pagar, pida a {merchant} un nuevo enlace de pago.",
  "status.cancelled.title": "Pago cancelado",
  "status.cancelled.text": "No se le ha cobrado nada. Si aún quiere pagar, pida a {merchant} un nuevo enlace de pago.",
  "status.failed.title": "Pago fallido",
  "status.failed.text":
    "La transferencia ha fallado en la red. No se le ha cobrado nada. Para intentarlo de nuevo, pida a {merchant} un nuevo enlace de pago.",
  "status.declined.title": "Pago rechazado",
  "status.declined.text":
    "No se pueden aceptar pagos de la billetera que ha usado. No se le ha cobrado nada. Póngase en contacto con {merchant}.",
  "status.announcement": "{title}. {text}",
  "status.offline": "Sin conexión. Volviendo a conectar…",
  "status.reload": "Recargue esta página para ver si hay novedades.",

  "methods.none.title": "Este pago aún no es posible",
  "methods.none.text":
    "{merchant} aún no ha configurado dónde recibir este pago. No se le ha cobrado nada. Póngase en contacto con {merchant}.",
  "methods.connect": "Conectar billetera",
  "methods.loading": "Cargando…",
  "methods.scan": "Pagar con el teléfono",
  "methods.scanHint": "Escanee el código con la cámara del teléfono o con una aplicación de billetera.",
  "methods.qrLabel": "Código QR del enlace de pago",
  "methods.apps": "Abrir en su aplicación de billetera",
  "methods.copyLink": "Copiar enlace",
  "methods.link": "Enlace de pago",
  "methods.cancel": "Cancelar pago",
  "methods.noScript": "Abra este enlace en una aplicación de billetera o active JavaScript para pagar aquí.",
  "methods.loadFailed": "No se pudieron cargar las billeteras. Compruebe su conexión a internet e inténtelo de nuevo.",

  "noWallet.title": "No se encontró ninguna billetera",
  "noWallet.text":
    "Una billetera es una aplicación o extensión del navegador que guarda sus stablecoins. Abra esta página en su billetera o instale una:",
  "noWallet.get": "Instalar {wallet}",
  "noWallet.back": "Volver",

  "wallet.change": "Cambiar de billetera",
  "wallet.demo": "Billetera de demostración",
  "wallet.browser": "Billetera del navegador",

  "options.title": "Elija con qué pagar",
  "options.loading": "Consultando sus saldos…",
  "options.onNetwork": "{asset} en {network}",
  "options.eta": "unos {seconds} s",
  "options.etaMinutes": "unos {minutes} min",
  "options.balance": "Saldo: {amount}",
  "options.noGas": "Sin comisión de red",
  "options.steps": "{steps} pasos, comisión de red",
  "options.details": "Requiere sus datos",
  "options.pay": "Pagar {amount}",
  "options.enterDetails": "Introducir sus datos",
  "options.more": "Mostrar {count} más",
  "options.failed": "No se pudieron consultar sus saldos. Compruebe su conexión a internet e inténtelo de nuevo.",
  "options.changed": "El precio ha cambiado a {amount}. Apruebe el nuevo precio para continuar.",
  "options.gone": "Esta opción ya no está disponible. Elija otra.",
  "options.missing": "Es posible que falten opciones: no hay respuesta de {networks}.",

  "unavailable.title": "Red no disponible",
  "unavailable.text":
    "No se puede consultar su saldo porque una red de pago no responde. No se le ha cobrado nada. Inténtelo de nuevo en unos instantes.",

  "lowBalance.title": "Saldo insuficiente",
  "lowBalance.text": "Esta billetera no tiene saldo suficiente en ningún token aceptado. No se le ha cobrado nada.",
  "lowBalance.accepted": "Se acepta",
  "lowBalance.oneToken": "{merchant} solo acepta {token} para este pago. Esta billetera no tiene saldo suficiente.",
  "lowBalance.add": "Añada fondos a {account} y vuelva a comprobarlo.",
  "lowBalance.copy": "Copiar la dirección de la billetera",
  "lowBalance.network":
    "No se pueden usar tokens de otras redes. Transfiéralos a una de estas redes o use otra billetera.",
  "lowBalance.again": "Comprobar de nuevo",

  "details.title": "{merchant} necesita sus datos",
  "details.text": "Introduzca sus datos una sola vez y apruebe después el pago en su billetera.",
  "details.frame": "Sus datos",
  "details.newWindow": "Abrir en una ventana nueva",
  "details.blocked": "Su navegador no puede mostrar este paso aquí. Ábralo en una ventana nueva.",
  "details.waiting": "Introduzca sus datos en la ventana nueva y vuelva después a esta página.",

  "sign.step": "Paso {step} de {steps}: {title}",
  "sign.approve.title": "Aprobar {token}",
  "sign.approve.text":
    "Su billetera le pedirá que permita a Permit2, un contrato de pagos público, usar sus {token}. Todavía no se le cobra nada. La red cobra una pequeña comisión.",
  "sign.reset.title": "Restablecer la aprobación de {token}",
  "sign.reset.text":
    "{token} exige poner primero a cero una aprobación anterior. Todavía no se le cobra nada. La red cobra una pequeña comisión.",
  "sign.pay.title": "Pagar {amount}",
  "sign.pay.text": "Su billetera le pedirá que firme un pago de exactamente {amount} a {merchant}. Firmar es gratis.",
  "sign.router.recipient":
    "Su billetera mostrará como destinatario el enrutador de pagos de Till ({router}). Este reenvía su pago para {merchant} en la misma transacción.",
  "sign.router.spender":
    "Su billetera mostrará como gastador («spender») el enrutador de pagos de Till ({router}). Este reenvía su pago para {merchant} en la misma transacción.",
  "sign.network": "Es posible que su billetera le pida antes cambiar a {network}.",
  "sign.open": "Abrir billetera",
  "sign.waiting": "Esperando a su billetera…",
  "sign.waitingHint": "Apruebe la solicitud en su billetera. Si no la ve, abra la billetera.",
  "sign.switching": "Cambiando a {network}…",
  "sign.sending": "Enviando su pago…",
  "sign.rejected": "Ha rechazado la solicitud en su billetera. No se le ha cobrado nada.",
  "sign.pending": "Su billetera tiene otra solicitud abierta. Respóndala primero.",
  "sign.networkRefused": "Su billetera está en otra red. Cámbiela a {network} e inténtelo de nuevo.",
  "sign.wrongAccount": "Su billetera usa ahora otra cuenta. Vuelva a {account} o pague de otra forma.",
  "sign.walletFailed": "Su billetera ha devuelto un error: {error}",
  "sign.again": "Intentar de nuevo",
  "sign.back": "Pagar de otra forma",
  "sign.resumed": "Le damos la bienvenida de nuevo. Continúe donde lo dejó.",
  "sign.approved": "{token} aprobado",

  "confirm.quoteExpired": "El precio ha caducado. Apruebe el nuevo para continuar.",
  "confirm.budgetUsedUp":
    "Los pagos de este tipo han alcanzado el límite de costes de red de hoy. No se le ha cobrado nada. Inténtelo de nuevo mañana o pague en la tienda de otra forma.",
  "confirm.refused": "No se pudo aceptar este pago: {error}",
  "confirm.offline": "Sin conexión. Su progreso está guardado. Compruebe su conexión a internet e inténtelo de nuevo.",
  "confirm.unavailable":
    "{network} no responde. No se le ha cobrado nada y su progreso está guardado. Inténtelo de nuevo en unos instantes.",

  "cancel.title": "¿Cancelar este pago?",
  "cancel.text": "El enlace de pago dejará de funcionar. No se le ha cobrado nada.",
  "cancel.yes": "Sí, cancelar",
  "cancel.no": "No cancelar",
  "cancel.failed": "No se pudo cancelar el pago. Inténtelo de nuevo.",

  "paid.paid": "Pagado",
  "paid.refunded": "Reembolsado",
  "paid.date": "Fecha",
  "paid.network": "Red",
  "paid.transaction": "Transacción",
  "paid.payment": "ID de pago",
  "paid.copyHash": "Copiar el hash de la transacción",
  "paid.explorer": "Ver en {explorer}",
  "paid.print": "Imprimir recibo",

  "receipt.open": "Enviar recibo por correo",
  "receipt.email": "Correo electrónico",
  "receipt.send": "Enviar",
  "receipt.privacy": "Usamos esta dirección solo para el recibo. {merchant} no la recibe.",
  "receipt.sent": "Enviaremos tu recibo a {email}. Puede tardar unos minutos.",
  "receipt.invalid": "Introduce un correo válido, como nombre@ejemplo.com.",
  "receipt.limited": "Se han solicitado demasiados recibos. Inténtalo más tarde o imprime este.",
  "receipt.failed": "No se pudo enviar el recibo. Comprueba tu conexión e inténtalo de nuevo.",

  "return.soon": "Volverá a {merchant} en {seconds} s",
  "return.now": "Volver ahora",
  "return.stay": "Quedarse aquí",
  "return.link": "Volver a {merchant}",
  "return.announced": "Volverá a {merchant} en 3 segundos.",

  "copy.done": "Copiado",
  "copy.failed": "No se pudo copiar",
};
