import type { RefundMessages, WalletMessages } from "#components/refund/messages/refund-messages.ts";

export const pt: RefundMessages = {
  "refund.title": "Reembolso de {amount} de {merchant}",
  "refund.notFound": "Reembolso não encontrado",
  "refund.askForLink": "Se ainda não funcionar, crie um novo link na página do pagamento, no painel.",
  "refund.from": "Reembolso de",
  "refund.to": "Para o comprador",
  "refund.payer": "Pago a partir de",
  "refund.reference": "Referência do pagamento",
  "refund.copyAddress": "Copiar endereço",
  "refund.again": "A última transação falhou e nenhum dinheiro foi enviado. Assine de novo para tentar outra vez.",
  "refund.wrong.title": "Conecte a carteira do lojista",
  "refund.wrong.text":
    "{account} não pode pagar este reembolso. Mude para esta conta na sua carteira ou use outra carteira:",
  "refund.cannot.title": "Esta carteira ainda não pode pagar",
  "refund.cannot.text": "No momento, o reembolso não pode ser pago com esta carteira. Nenhum dinheiro foi enviado.",
  "refund.lowBalance": "Esta carteira tem menos de {amount} na rede {network}. Adicione fundos e verifique novamente.",
};

export const ptWallet: WalletMessages = {
  "summary.details": "Detalhes do reembolso",
  "summary.payBy": "Assinar até",

  "status.requires_action.title": "Assine o reembolso",
  "status.requires_action.text": "Conecte a carteira do lojista. Nenhum dinheiro sai dela até você assinar.",
  "status.processing.title": "Reembolso enviado",
  "status.processing.text":
    "O reembolso está sendo confirmado. Isso costuma levar alguns segundos. Você pode fechar esta página.",
  "status.succeeded.title": "Reembolsado",
  "status.succeeded.text": "O comprador recebeu o reembolso de {merchant}.",
  "status.expired.title": "Link expirado",
  "status.expired.text":
    "O prazo para assinar terminou. Nenhum dinheiro foi enviado. Para reembolsar o pagamento, crie um novo link no painel.",
  "status.cancelled.title": "Reembolso cancelado",
  "status.cancelled.text":
    "Nenhum dinheiro foi enviado. Se ainda quiser reembolsar o pagamento, crie um novo link no painel.",
  "status.failed.title": "Falha no reembolso",
  "status.failed.text":
    "A transferência falhou na rede. Nenhum dinheiro foi enviado. Para tentar novamente, crie um novo link no painel.",

  "methods.scan": "Assinar com o celular",
  "methods.qrLabel": "QR Code do link de reembolso",
  "methods.copyLink": "Copiar link",
  "methods.link": "Link de reembolso",
  "methods.noScript": "Abra este link em um aplicativo de carteira ou ative o JavaScript para assinar aqui.",

  "options.loading": "Consultando o saldo…",
  "options.pay": "Reembolsar {amount}",
  "options.gone": "O saldo da carteira é insuficiente. Adicione fundos e comece de novo.",

  "unavailable.text":
    "Não é possível consultar o saldo porque a rede não está respondendo. Nenhum dinheiro foi enviado. Tente novamente em instantes.",

  "sign.pay.title": "Reembolsar {amount}",
  "sign.pay.text":
    "Sua carteira vai pedir sua assinatura para reembolsar exatamente {amount} ao comprador. Assinar é grátis.",
  "sign.router.recipient":
    "Sua carteira vai mostrar como destinatário o roteador de pagamentos da Till ({router}). Ele encaminha o reembolso ao comprador na mesma transação.",
  "sign.router.spender":
    "Sua carteira vai mostrar como autorizado a gastar (“spender”) o roteador de pagamentos da Till ({router}). Ele encaminha o reembolso ao comprador na mesma transação.",
  "sign.sending": "Enviando o reembolso…",
  "sign.rejected": "Você recusou a solicitação na sua carteira. Nenhum dinheiro foi enviado.",
  "sign.wrongAccount": "Sua carteira agora usa outra conta. Volte para {account} e tente novamente.",
  "sign.back": "Voltar",

  "confirm.quoteExpired": "A solicitação expirou. Assine a nova para continuar.",
  "confirm.budgetUsedUp":
    "Os reembolsos atingiram o limite de custos de rede de hoje. Nenhum dinheiro foi enviado. Tente novamente amanhã ou devolva o dinheiro de outra forma.",
  "confirm.refused":
    "Não foi possível aceitar o reembolso. Nenhum dinheiro foi enviado. Crie um novo link no painel ou use outra carteira.",
  "confirm.unavailable":
    "{network} não está respondendo. Nenhum dinheiro foi enviado, e seu progresso está salvo. Tente novamente em instantes.",

  "paid.paid": "Reembolsado",
  "paid.payment": "ID do reembolso",
};
