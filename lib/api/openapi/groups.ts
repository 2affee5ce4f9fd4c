/** The chapters of the reference, in their order. */
export const groups = [
  {
    name: "Payments",
    description: "A partner's server creates payments, follows them, lists them, and marks refunds.",
  },
  {
    name: "Merchants",
    description: "A merchant is who receives payments; one partner has many.",
  },
  {
    name: "Settlements",
    description:
      "Where a merchant's money goes, one destination for each asset. What has no destination stays and waits.",
  },
  {
    name: "Gateway",
    description: "What a buyer's wallet calls: options, actions, signatures, confirm. Open to any web page.",
  },
] as const;

/** The operations in the order in which somebody would need them; within their chapters. */
export const order: readonly string[] = [
  "createPayment",
  "getPaymentStatus",
  "getPayment",
  "cancelPayment",
  "listPayments",
  "listMerchantPayments",
  "listPaymentsOfMerchant",
  "createPaymentAlias",
  "getPaymentStatusAlias",
  "createRefund",
  "createMerchant",
  "listMerchants",
  "getMerchant",
  "updateMerchant",
  "deleteMerchant",
  "registerCryptoSettlements",
  "listSettlements",
  "changeCryptoSettlement",
  "deleteCryptoSettlement",
  "getGatewayPayment",
  "getPaymentOptions",
  "fetchPaymentActions",
  "confirmPayment",
  "getGatewayStatus",
  "cancelGatewayPayment",
];

/** Where an operation stands in {@link order}; at the end when it is not there yet. */
export function placeOf(operationId: string): number {
  const place = order.indexOf(operationId);
  return place === -1 ? order.length : place;
}

export type GroupName = (typeof groups)[number]["name"];

/** The chapter that an operation stands in, by its path. */
export function groupOf(path: string): GroupName {
  if (path.startsWith("/v1/gateway/")) return "Gateway";
  if (path.includes("/settlements")) return "Settlements";
  return /\/(payments?|refunds)(\/|$)/.test(path) ? "Payments" : "Merchants";
}
