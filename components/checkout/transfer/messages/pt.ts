import type { TransferMessages } from "#components/checkout/transfer/messages/transfer-messages.ts";

export const pt: TransferMessages = {
  "ways.wallet": "Carteira",
  "ways.transfer": "Transferência",

  "choose.text": "Pague a partir de uma corretora ou de qualquer aplicativo que envie stablecoins.",
  "choose.question": "Qual moeda a sua corretora envia e em qual rede?",
  "choose.loading": "Procurando moedas e redes…",
  "choose.none": "Este pagamento não pode ser feito por transferência agora. Pague com uma carteira.",
  "choose.unavailable": "Uma rede de pagamento não está respondendo. Tente novamente em instantes.",
  "choose.refused": "{coin} na rede {network} não pode ser enviado agora. Escolha outra moeda ou outra rede.",
  "choose.limited": "Muitas solicitações. Tente novamente em um minuto ou pague com uma carteira.",
  "choose.offline": "Sem conexão. Verifique sua internet e tente novamente.",
  "choose.loadFailed": "Não foi possível carregar esta etapa. Verifique sua internet e tente novamente.",

  "send.title": "Envie {amount}",
  "send.rest": "Envie os {amount} que faltam",
  "send.network": "Rede",
  "send.only": "Envie somente {coin} e somente nesta rede. Qualquer outro envio não paga e pode ser perdido.",
  "send.address": "Endereço",
  "send.copyAddress": "Copiar endereço",
  "send.amount": "Valor que precisa chegar",
  "send.copyAmount": "Copiar valor",
  "send.fee": "Corretoras descontam a taxa delas: garanta que cheguem {amount}.",
  "send.until": "O valor precisa chegar até {time}.",
  "send.return": "Você pode fechar esta página e voltar depois.",
  "send.code": "QR Code",
  "send.codeAddress": "Só o endereço",
  "send.codeRequest": "Endereço e valor",
  "send.codeHint": "Se o seu aplicativo não conseguir ler o código com o valor, use só o endereço.",
  "send.copyRequest": "Copiar código como link",
  "send.renew": "Obter novo endereço",
  "send.other": "Pagar de outra forma",

  "step.waiting": "Aguardando",
  "step.seen": "Detectado",
  "step.confirming": "Confirmando",
  "step.paid": "Pago",

  "progress.label": "Progresso",
  "progress.waiting": "Aguardando a sua transferência. Esta página se atualiza sozinha.",
  "progress.partly": "Chegaram {arrived} de {amount}; faltam {missing}. Envie o restante para o mesmo endereço.",
  "progress.confirming":
    "Chegaram {amount}. A rede está confirmando a transferência. Isso pode levar alguns minutos, e você pode fechar esta página.",
  "progress.priceExpired": "O preço expirou. Não envie mais nada para este endereço.",
  "progress.over": "O prazo para pagar acabou. Não envie mais nada. Estamos verificando o que chegou a tempo.",

  "left.money":
    "Chegaram {amount} ao endereço do pagamento, mas o pagamento não foi concluído. {merchant} foi avisado e vai decidir o que acontece com o dinheiro.",
  "left.tooMuch": "Chegaram {amount} a mais do que o pedido. {merchant} foi avisado.",

  "refund.title": "Para onde deve ir um reembolso?",
  "refund.text":
    "Informe o seu próprio endereço de {coin} na rede {network}: o da sua carteira ou o que a sua corretora mostra para depósitos. Um reembolso não volta para a origem da transferência.",
  "refund.label": "Seu endereço para reembolsos",
  "refund.once": "Confira com atenção. Não será possível alterá-lo aqui depois.",
  "refund.save": "Salvar endereço",
  "refund.invalid":
    "Este endereço não é válido. Copie-o da sua carteira ou corretora: ele começa com 0x e tem 42 caracteres.",
  "refund.unusable": "Este endereço não pode ser usado. Informe outro endereço seu.",
  "refund.known": "Outro endereço já foi salvo. Peça a {merchant} para alterá-lo.",
  "refund.saved": "Um reembolso irá para este endereço na rede {network}:",
  "refund.elsewhere":
    "Para informar um endereço de reembolso, abra esta página no navegador que você usou para a transferência ou fale com {merchant}.",
};
