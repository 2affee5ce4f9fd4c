import type { Messages } from "#components/checkout/messages/messages.ts";

export const pt: Messages = {
  "page.title": "{amount} para {merchant}",
  "page.testTitle": "TESTE: {title}",
  "page.label": "Pagamento",
  "page.notFound": "Pagamento não encontrado",
  "page.checkLink": "Verifique se você copiou o link inteiro.",
  "page.askForLink": "Se ainda não funcionar, peça um novo link a quem o enviou.",
  "page.failed": "Ocorreu um erro",
  "page.failedText":
    "Não foi possível carregar esta página. Tente novamente. Se ainda não funcionar, entre em contato com quem enviou o link.",
  "page.errorId": "ID do erro: {id}",

  "summary.to": "Pagamento para",
  "summary.details": "Detalhes do pagamento",
  "summary.assetOnNetwork": "{asset} na rede {network}",
  "summary.reference": "Referência",
  "summary.items": "Itens ({count})",
  "summary.help": "Falar com {merchant}",
  "summary.payBy": "Pagar até",
  "summary.timeLeft": "Tempo restante",

  "status.requires_action.title": "Escolha como pagar",
  "status.requires_action.text": "Nada será cobrado até você aprovar o pagamento na sua carteira.",
  "status.processing.title": "Pagamento enviado",
  "status.processing.text":
    "Seu pagamento está sendo confirmado. Isso costuma levar alguns segundos. Você pode fechar esta página.",
  "status.succeeded.title": "Pago",
  "status.succeeded.text": "Seu pagamento para {merchant} foi concluído.",
  "status.expired.title": "Pagamento expirado",
  "status.expired.text":
    "O prazo para pagar terminou. Nada foi cobrado. Se ainda quiser pagar, peça a {merchant} um novo link de pagamento.",
  "status.cancelled.title": "Pagamento cancelado",
  "status.cancelled.text": "Nada foi cobrado. Se ainda quiser pagar, peça a {merchant} um novo link de pagamento.",
  "status.failed.title": "Falha no pagamento",
  "status.failed.text":
    "A transferência falhou na rede. Nada foi cobrado. Para tentar novamente, peça a {merchant} um novo link de pagamento.",
  "status.declined.title": "Pagamento recusado",
  "status.declined.text":
    "Não é possível aceitar pagamentos da carteira que você usou. Nada foi cobrado. Entre em contato com {merchant}.",
  "status.newLink": "Pedir um novo link",
  "status.announcement": "{title}. {text}",
  "status.offline": "Sem conexão. Reconectando…",
  "status.reload": "Recarregue esta página para ver se há novidades.",

  "test.band": "TESTE",
  "test.text": "Um pagamento de teste não movimenta dinheiro. Esta página não é um comprovante de pagamento.",
  "test.title": "Escolha um resultado",
  "test.choose": "Este é um pagamento de teste. Escolha como ele termina.",
  "test.pay": "Pagar",
  "test.decline": "Recusar a conta",
  "test.fail": "Fazer a transferência falhar",
  "test.expire": "Deixar expirar",
  "test.failed": "Não foi possível alterar o pagamento. Recarregue a página e tente novamente.",

  "methods.none.title": "Este pagamento ainda não é possível",
  "methods.none.text":
    "{merchant} ainda não configurou onde receber este pagamento. Nada foi cobrado. Entre em contato com {merchant}.",
  "methods.connect": "Conectar carteira",
  "methods.loading": "Carregando…",
  "methods.scan": "Pagar com o celular",
  "methods.scanHint": "Escaneie o código com a câmera do celular ou com um aplicativo de carteira.",
  "methods.qrLabel": "QR Code do link de pagamento",
  "methods.apps": "Abrir no seu aplicativo de carteira",
  "methods.copyLink": "Copiar link",
  "methods.link": "Link de pagamento",
  "methods.cancel": "Cancelar pagamento",
  "methods.noScript": "Abra este link em um aplicativo de carteira ou ative o JavaScript para pagar aqui.",
  "methods.loadFailed":
    "Não foi possível carregar as carteiras. Verifique sua conexão com a internet e tente novamente.",

  "noWallet.title": "Nenhuma carteira encontrada",
  "noWallet.text":
    "Uma carteira é um aplicativo ou uma extensão do navegador que guarda suas stablecoins. Abra esta página na sua carteira ou instale uma:",
  "noWallet.get": "Instalar {wallet}",
  "noWallet.back": "Voltar",

  "wallet.change": "Trocar de carteira",
  "wallet.demo": "Carteira de demonstração",
  "wallet.browser": "Carteira do navegador",
  "wallets.title": "Escolha uma carteira",
  "wallets.recent": "Usada recentemente",
  "wallets.installed": "Instaladas",
  "wallets.mobile": "Carteiras no celular",
  "wallets.scan": "Escaneie este código com um aplicativo de carteira no celular.",
  "wallets.code": "QR Code para conectar sua carteira",
  "wallets.copy": "Copiar link de conexão",
  "wallets.unreachable":
    "Não foi possível contatar sua carteira. Verifique sua conexão com a internet e tente novamente, ou escolha outra.",
  "wallets.codeExpired": "O código expirou. Escaneie o novo.",
  "wallets.linkExpired": "O link expirou. Use o novo.",
  "wallets.ended": "Sua carteira encerrou a conexão. Escolha uma carteira para continuar.",

  "options.title": "Escolha com o que pagar",
  "options.loading": "Consultando seus saldos…",
  "options.onNetwork": "{asset} na rede {network}",
  "options.eta": "cerca de {seconds} s",
  "options.etaMinutes": "cerca de {minutes} min",
  "options.balance": "Saldo: {amount}",
  "options.noGas": "Sem taxa",
  "options.fee": "Taxa de rede",
  "options.steps": "{steps} etapas",
  "options.details": "Requer seus dados",
  "options.pay": "Pagar {amount}",
  "options.enterDetails": "Informar seus dados",
  "options.more": "Mostrar mais {count}",
  "options.withFee": "Mais opções com taxa de rede ({count})",
  "options.failed": "Não foi possível consultar seus saldos. Verifique sua conexão com a internet e tente novamente.",
  "options.changed": "O preço mudou para {amount}. Aprove o novo preço para continuar.",
  "options.gone": "Esta opção não está mais disponível. Escolha outra.",
  "options.missing": "Algumas opções podem estar faltando: sem resposta de {networks}.",
  "options.none.title": "Não é possível pagar com esta carteira",
  "options.none.text":
    "No momento, nenhum token desta carteira pode ser usado para este pagamento. Nada foi cobrado. Use outra carteira ou entre em contato com {merchant}.",
  "options.uncovered":
    "Sua carteira não permitiu uma rede ou solicitação necessária aqui. Conecte-a novamente e permita tudo o que ela mostrar, ou use outra carteira.",

  "unavailable.title": "Rede indisponível",
  "unavailable.text":
    "Não é possível consultar seu saldo porque uma rede de pagamento não está respondendo. Nada foi cobrado. Tente novamente em instantes.",

  "lowBalance.title": "Saldo insuficiente",
  "lowBalance.text": "Esta carteira não tem saldo suficiente em nenhum token aceito. Nada foi cobrado.",
  "lowBalance.accepted": "Aceitos",
  "lowBalance.missing": "Faltam {amount}",
  "lowBalance.oneToken": "{merchant} só aceita {token} para este pagamento. Esta carteira não tem saldo suficiente.",
  "lowBalance.add": "Adicione fundos a {account}. Esta página verifica sozinha se eles chegaram.",
  "lowBalance.copy": "Copiar endereço da carteira",
  "lowBalance.network":
    "Tokens de outras redes não podem ser usados. Transfira-os para uma destas redes ou use outra carteira.",
  "lowBalance.again": "Verificar novamente",
  "lowBalance.qr": "QR code do endereço da carteira",
  "lowBalance.contracts": "Contratos dos tokens",
  "lowBalance.copyContract": "Copiar o contrato de {token}",

  "details.title": "{merchant} precisa dos seus dados",
  "details.text": "Informe seus dados uma única vez e depois aprove o pagamento na sua carteira.",
  "details.frame": "Seus dados",
  "details.newWindow": "Abrir em uma nova janela",
  "details.blocked": "Seu navegador não consegue mostrar esta etapa aqui. Abra-a em uma nova janela.",
  "details.waiting": "Informe seus dados na nova janela e depois volte a esta página.",

  "sign.step": "Etapa {step} de {steps}: {title}",
  "sign.approve.title": "Aprovar {token}",
  "sign.approve.text":
    "Sua carteira vai pedir que você permita ao Permit2, um contrato público de pagamentos, usar seus {token}. Nada é cobrado ainda. A rede cobra uma pequena taxa.",
  "sign.reset.title": "Redefinir a aprovação de {token}",
  "sign.reset.text":
    "{token} exige que uma aprovação anterior seja zerada primeiro. Nada é cobrado ainda. A rede cobra uma pequena taxa.",
  "sign.pay.title": "Pagar {amount}",
  "sign.pay.text":
    "Sua carteira vai pedir sua assinatura para pagar exatamente {amount} a {merchant}. Assinar é grátis.",
  "sign.router.recipient":
    "Sua carteira vai mostrar como destinatário o roteador de pagamentos da Till ({router}). Ele encaminha seu pagamento para {merchant} na mesma transação.",
  "sign.router.spender":
    "Sua carteira vai mostrar como autorizado a gastar (“spender”) o roteador de pagamentos da Till ({router}). Ele encaminha seu pagamento para {merchant} na mesma transação.",
  "sign.network": "Sua carteira pode pedir primeiro para mudar para {network}.",
  "sign.open": "Abrir carteira",
  "sign.waiting": "Aguardando sua carteira…",
  "sign.waitingHint": "Aprove a solicitação na sua carteira. Se ela não aparecer, abra a carteira.",
  "sign.silent": "Sua carteira ainda não respondeu. Abra-a e verifique se ela está on-line, ou use outra carteira.",
  "sign.switching": "Mudando para {network}…",
  "sign.sending": "Enviando seu pagamento…",
  "sign.rejected": "Você recusou a solicitação na sua carteira. Nada foi cobrado.",
  "sign.pending": "Sua carteira tem outra solicitação aberta. Responda a ela primeiro.",
  "sign.requestExpired": "A solicitação na sua carteira expirou. Tente novamente para enviar uma nova.",
  "sign.locked":
    "Sua carteira está bloqueada. Desbloqueie-a e tente novamente. Em uma carteira física, abra também o aplicativo Ethereum.",
  "sign.blindSigning":
    "Sua carteira física bloqueia esta solicitação. Ative “Blind signing” nas configurações do aplicativo Ethereum dela e tente novamente.",
  "sign.noAccount":
    "Sua carteira não compartilhou nenhuma conta. Desbloqueie-a, autorize uma conta para esta página e tente novamente.",
  "sign.unsupported": "Sua carteira não oferece suporte a esta solicitação. Use outra carteira.",
  "sign.networkRefused": "Sua carteira está em outra rede. Mude para {network} e tente novamente.",
  "sign.wrongAccount": "Sua carteira agora usa outra conta. Volte para {account} ou pague de outra forma.",
  "sign.walletFailed": "Sua carteira informou um problema. Tente novamente ou use outra carteira.",
  "sign.again": "Tentar novamente",
  "sign.back": "Pagar de outra forma",
  "sign.resumed": "Continue de onde parou.",
  "sign.approved": "{token} aprovado",

  "confirm.quoteExpired": "O preço não é mais válido. Aprove o novo para continuar.",
  "confirm.budgetUsedUp":
    "Os pagamentos deste tipo atingiram o limite de custos de rede de hoje. Nada foi cobrado. Tente novamente amanhã ou pague a {merchant} de outra forma.",
  "confirm.refused": "Não foi possível aceitar este pagamento. Nada foi cobrado. Pague de outra forma.",
  "confirm.busy":
    "O serviço de pagamento está sobrecarregado no momento. Seu progresso está salvo. Tente novamente em um minuto.",
  "confirm.offline": "Sem conexão. Seu progresso está salvo. Verifique sua conexão com a internet e tente novamente.",
  "confirm.unavailable":
    "{network} não está respondendo. Nada foi cobrado, e seu progresso está salvo. Tente novamente em instantes.",

  "cancel.title": "Cancelar este pagamento?",
  "cancel.text": "O link de pagamento deixará de funcionar. Nada foi cobrado.",
  "cancel.yes": "Sim, cancelar",
  "cancel.no": "Não cancelar",
  "cancel.failed": "Não foi possível cancelar o pagamento. Tente novamente.",

  "paid.paid": "Pago",
  "paid.refunded": "Reembolsado",
  "paid.date": "Data",
  "paid.network": "Rede",
  "paid.transaction": "Transação",
  "paid.payment": "ID do pagamento",
  "paid.copyHash": "Copiar o hash da transação",
  "paid.explorer": "Ver em {explorer}",
  "paid.print": "Imprimir recibo",

  "receipt.open": "Receber recibo por e-mail",
  "receipt.email": "E-mail",
  "receipt.send": "Enviar",
  "receipt.privacy": "Usamos este endereço apenas para o recibo. {merchant} não o recebe.",
  "receipt.sent": "Enviaremos seu recibo para {email}. Pode levar alguns minutos.",
  "receipt.invalid": "Insira um e-mail válido, como nome@exemplo.com.",
  "receipt.limited": "Foram solicitados recibos demais. Tente novamente mais tarde ou imprima este.",
  "receipt.failed": "Não foi possível enviar o recibo. Verifique sua conexão e tente novamente.",

  "return.soon": "Você voltará para {merchant} em {seconds} s",
  "return.now": "Voltar agora",
  "return.stay": "Ficar aqui",
  "return.link": "Voltar para {merchant}",
  "return.announced": "Você voltará para {merchant} em 3 segundos.",

  "copy.done": "Copiado",
  "copy.failed": "Não foi possível copiar",
};
