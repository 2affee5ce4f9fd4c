/** The groups of operations in the reference, in order. */
export const groups = [
  {
    name: "Payments",
    description: "Create payments, track their status, list them and refund them, from your server.",
  },
  {
    name: "Merchants",
    description: "Manage the merchants that receive payments. An account can have many.",
  },
  {
    name: "Settlements",
    description:
      "Manage where a merchant's money goes, with one destination per asset. Money without a destination is held until there is one.",
  },
  {
    name: "Events",
    description: "Read what has happened to your payments, refunds, payouts and merchants in the last 90 days.",
  },
  {
    name: "Refund requests",
    description:
      "The calls of the page where a merchant's wallet pays a requested refund. The link's token authorizes them.",
  },
  {
    name: "Webhooks",
    description: "Manage the endpoints that events are sent to, look at deliveries, and replay them.",
  },
  {
    name: "Gateway",
    description:
      "The calls of a buyer's wallet: get options, fetch actions, confirm. Open to requests from any web page.",
  },
] as const;

/** The operations within their groups, in the order an integrator needs them. */
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
  "cancelRefund",
  "createMerchant",
  "listMerchants",
  "getMerchant",
  "updateMerchant",
  "deleteMerchant",
  "registerCryptoSettlements",
  "listSettlements",
  "changeCryptoSettlement",
  "deleteCryptoSettlement",
  "listHeldMoney",
  "payOutHeldMoney",
  "listEvents",
  "getEvent",
  "getRefundRequest",
  "getRefundOptions",
  "fetchRefundActions",
  "confirmRefund",
  "getRefundRequestStatus",
  "createWebhookEndpoint",
  "listWebhookEndpoints",
  "getWebhookEndpoint",
  "updateWebhookEndpoint",
  "deleteWebhookEndpoint",
  "rotateWebhookSecret",
  "testWebhookEndpoint",
  "replayWebhooks",
  "listWebhookDeliveries",
  "getWebhookDelivery",
  "getGatewayPayment",
  "getPaymentOptions",
  "fetchPaymentActions",
  "confirmPayment",
  "getGatewayStatus",
  "cancelGatewayPayment",
];

/** The position of an operation in {@link order}; the end for one that is missing there. */
export function placeOf(operationId: string): number {
  const place = order.indexOf(operationId);
  return place === -1 ? order.length : place;
}

export type GroupName = (typeof groups)[number]["name"];

/** The group of an operation, by its path. */
export function groupOf(path: string): GroupName {
  if (path.startsWith("/v1/gateway/")) return "Gateway";
  if (path.startsWith("/v1/events")) return "Events";
  if (path.startsWith("/v1/refund-requests/")) return "Refund requests";
  if (path.startsWith("/v1/webhook-endpoints")) return "Webhooks";
  if (path.includes("/settlements")) return "Settlements";
  return /\/(payments?|refunds)(\/|$)/.test(path) ? "Payments" : "Merchants";
}
