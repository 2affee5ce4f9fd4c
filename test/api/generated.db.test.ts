import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#lib/core/ids.ts";
import {
  anyRequestTo,
  brokenRequestTo,
  fillIn,
  ownDeliveredEvent,
  ownEndpoint,
  ownEvent,
  ownMerchant,
  ownOption,
  ownPayment,
  ownRefund,
  ownRefundToken,
  ownSettlement,
} from "#test/api/any-request.ts";
import { createCaller, createIds } from "#test/api/create-ids.ts";
import { hints } from "#test/api/hints.ts";
import { type Operation, operations } from "#test/api/operations.ts";
import { probe } from "#test/api/probe.ts";
import { type Api, startApi } from "#test/api/start-api.ts";
import { credentialsOf, type Ids } from "#test/api/valid-request.ts";
import { bringTo } from "#test/domain/create-test-payment.ts";
import type { TestPartner } from "#test/stack/partner.ts";

let api: Api;

beforeAll(async () => {
  api = await startApi({ RATE_LIMIT_PER_KEY: "0", RATE_LIMIT_PER_APP: "0", RATE_LIMIT_PER_ADDRESS: "0" });
});
afterAll(() => api.stop());

/** These operations use up their target, so each request gets a new one. */
const endings: Record<string, "payment" | "merchant"> = {
  cancelPayment: "payment",
  cancelGatewayPayment: "payment",
  createRefund: "payment",
  deleteMerchant: "merchant",
  deleteCryptoSettlement: "merchant",
  registerCryptoSettlements: "merchant",
  payOutHeldMoney: "merchant",
  advanceTestPayment: "merchant",
  advanceTestRefund: "merchant",
  createWebhookEndpoint: "merchant",
  deleteWebhookEndpoint: "merchant",
  replayWebhooks: "merchant",
  testWebhookEndpoint: "merchant",
};

async function renew(operation: Operation, former: { partner: TestPartner; ids: Ids }) {
  const { operationId } = operation;
  const ending = endings[operationId];
  if (ending === undefined) return former;
  const partner = ending === "merchant" ? await createCaller(operation) : former.partner;
  const ids = await createIds(partner, operationId);
  if (operationId === "createRefund") await bringTo(ids.paymentId, "succeeded");
  return { partner, ids };
}

/** These operations need a chain; tests in test/chain run them. */
const withoutOption = [
  "fetchPaymentActions",
  "confirmPayment",
  "getRefundOptions",
  "fetchRefundActions",
  "confirmRefund",
  "listDepositAssets",
  "giveDepositAddress",
  "nameRefundAccount",
];

/**
 * Their bodies take exactly one of several fields, or none of a field that only other payments take, which chance
 * rarely meets; contract.db.test.ts, webhooks.db.test.ts and refunds.db.test.ts run them.
 */
const rarelyMet = ["replayWebhooks", "createRefund"];

test.for(operations.map((operation) => [operation.operationId, operation] as const))(
  "%s conforms to the reference for any request",
  async ([operationId, operation]) => {
    const partner = await createCaller(operation);
    let owner = { partner, ids: await createIds(partner, operationId) };
    const seen = new Set<number>();
    await fc.assert(
      fc.asyncProperty(anyRequestTo(operation, hints), async (request) => {
        owner = await renew(operation, owner);
        const { merchantId, paymentId, settlementId, refundId, refundToken, eventId, endpointId } = owner.ids;
        const ofRefund = { [ownRefund]: refundId, [ownRefundToken]: refundToken };
        const names = {
          ...ofRefund,
          [ownMerchant]: merchantId,
          [ownPayment]: paymentId,
          [ownSettlement]: settlementId,
          [ownEvent]: eventId,
          [ownEndpoint]: endpointId,
          [ownDeliveredEvent]: owner.ids.deliveredEventId,
        };
        const filled = fillIn(request, { ...names, [ownOption]: newId("opt", new Date()) });
        const who = { ...credentialsOf(operation, owner.partner), ...merchantHeader(operation, merchantId) };
        const { answer, faults } = await probe(api.send, operation, {
          ...filled,
          headers: { ...who, ...filled.headers },
        });
        expect(faults, answer.text).toEqual([]);
        seen.add(answer.status);
      }),
      { numRuns: 100, examples: [[brokenRequestTo(operation)]] },
    );
    if (![...withoutOption, ...rarelyMet].includes(operationId)) expect(seen).toContain(operation.response.status);
    expect(seen).toContain(400);
  },
);

function merchantHeader({ audience }: Operation, merchantId: string): Record<string, string> {
  return audience === "merchant" ? { "merchant-id": merchantId } : {};
}
