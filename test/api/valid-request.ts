import type { AccountMode } from "#lib/core/account-mode.ts";
import { newId, type PaymentId } from "#lib/core/ids.ts";
import { createLinkToken } from "#lib/domain/partners/email-links/link-token.ts";
import type { Operation } from "#test/api/operations.ts";
import type { TestPartner } from "#test/stack/partner.ts";

/** A partner's ids that a request can name. */
export type Ids = {
  mode: AccountMode;
  merchantId: string;
  paymentId: PaymentId;
  settlementId: string;
  /** The event of the payment's creation. */
  eventId: string;
  /** A requested refund of another payment, and the token of its link. */
  refundId: string;
  refundToken: string;
  /** A webhook endpoint, and an event with a delivery to it. */
  endpointId: string;
  deliveredEventId: string;
};
/** The positions of ids in a request, and their owners. */
export type Places = Record<Place, Ids> & {
  /** Of the caller, whose tokens and chain the request names. */
  mode: AccountMode;
};
export type Place = "merchantInPath" | "idInPath" | "header" | "query" | "body";

/** Tokens and the chain of each mode. */
const worlds = {
  live: {
    chain: "eip155:8453",
    usdc: "erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
    eurc: "erc20:0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42",
  },
  test: {
    chain: "eip155:31337",
    usdc: "erc20:0x7E57b84d843A5fDb690ad83AF10DD39d38ba9d01",
    eurc: "erc20:0x7E5788Fb34ed697dF6Ae79F46B69b52A31D6fB32",
  },
} as const;
const address = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

/** The bodies that name ids, or differ from the operation's first example. */
const bodies: Record<string, (ids: Ids, world: (typeof worlds)[AccountMode]) => unknown> = {
  createMerchant: () => ({ merchantName: "New", merchantEmail: "new@shop.example" }),
  updateWebhookEndpoint: () => ({ description: "Orders" }),
  createRefund: ({ paymentId }) => ({ paymentId }),
  registerCryptoSettlements: (_, { chain, eurc }) => ({
    settlements: [{ asset: `${chain}/${eurc}`, destination: `${chain}:${address}` }],
  }),
  payOutHeldMoney: (_, { chain, usdc }) => ({ asset: `${chain}/${usdc}` }),
  changeCryptoSettlement: (_, { chain }) => ({ destination: `${chain}:0x843589fcd6edb6e08f4c7c32d4f71b54bda02913` }),
  replayWebhooks: () => ({ failed: true }),
  getPaymentOptions: (_, { chain }) => ({ accounts: [`${chain}:${address}`] }),
  fetchPaymentActions: () => ({ optionId: newId("opt", new Date(1)) }),
  getRefundOptions: (_, { chain }) => ({ account: `${chain}:${address}` }),
  fetchRefundActions: () => ({ optionId: newId("opt", new Date(1)) }),
  confirmRefund: () => ({ optionId: "opt_1", results: [{ type: "walletRpc", data: ["0xaa"] }] }),
  confirmPayment: () => ({ optionId: "opt_1", results: [{ type: "walletRpc", data: ["0xaa"] }] }),
};

/** The queries that can name an id. */
const queries: Record<string, (ids: Ids) => string> = {
  listPayments: ({ merchantId }) => `?merchantId=${merchantId}`,
  listEvents: ({ merchantId, paymentId }) => `?merchantId=${merchantId}&paymentId=${paymentId}`,
};

/** Well-formed ids that don't exist. */
export function unknownIds(): Ids {
  const now = new Date();
  return {
    mode: "live",
    merchantId: newId("mrch", now),
    paymentId: newId("pay", now),
    settlementId: newId("crypto", now),
    eventId: newId("evt", now),
    refundId: newId("rfd", now),
    refundToken: createLinkToken().token,
    endpointId: newId("whe", now),
    deliveredEventId: newId("evt", now),
  };
}

export function everywhere(ids: Ids): Places {
  return { merchantInPath: ids, idInPath: ids, header: ids, query: ids, body: ids, mode: ids.mode };
}

/** A request that succeeds for the owner of these ids, without credentials. */
export function requestOf({ operationId, method, path, audience, examples = [] }: Operation, places: Places) {
  const { refundToken, deliveredEventId } = places.idInPath;
  const namesMerchant = audience === "merchant" || audience === "partner-or-merchant";
  const bodyOf = bodies[operationId];
  const filled = path
    .replace("{merchantId}", places.merchantInPath.merchantId)
    .replace("{id}", idIn(path, places.idInPath))
    .replace("{eventId}", deliveredEventId)
    .replace("{token}", refundToken);
  const headers: Record<string, string> = namesMerchant ? { "merchant-id": places.header.merchantId } : {};
  return {
    method,
    path: filled,
    query: queries[operationId]?.(places.query) ?? "",
    body: bodyOf === undefined ? examples[0]?.body : bodyOf(places.body, worlds[places.mode]),
    headers,
  };
}

function idIn(path: string, { paymentId, settlementId, refundId, eventId, endpointId }: Ids): string {
  if (path.includes("/settlements/crypto/")) return settlementId;
  if (path.startsWith("/v1/events/")) return eventId;
  if (path.startsWith("/v1/webhook-endpoints/")) return endpointId;
  return path.startsWith("/v1/refunds/") || path.startsWith("/v1/test/refunds/") ? refundId : paymentId;
}

/** The credentials: a buyer's app at the gateway, the partner's key elsewhere. */
export function credentialsOf({ audience }: Operation, { appId, apiKey }: TestPartner): Record<string, string> {
  return audience === "gateway" ? { "app-id": appId } : { "api-key": apiKey };
}
