import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  anyRequestTo,
  brokenRequestTo,
  fillIn,
  ownMerchant,
  ownOption,
  ownPayment,
  ownSignature,
} from "#test/api/any-request.ts";
import { createIds } from "#test/api/create-ids.ts";
import { hints } from "#test/api/hints.ts";
import { getOperation } from "#test/api/operations.ts";
import { probe } from "#test/api/probe.ts";
import { createSend, type Send } from "#test/api/start-api.ts";
import type { TestChain } from "#test/chain/with-chain.ts";
import { createApiClient } from "#test/stack/api-client.ts";
import { createPartner } from "#test/stack/partner.ts";
import { startTill, type Till } from "#test/stack/start-till.ts";
import { getFirstOption, signOption } from "#test/stack/wallet.ts";

let till: Till;
let send: Send;
let buyer: TestChain["accounts"]["relayer"];

beforeAll(async () => {
  till = await startTill();
  send = createSend(till.baseUrl);
  buyer = till.chains[0]?.accounts.buyers[0] as typeof buyer;
});
afterAll(() => till.stop());

/** Creates a payment, an option of it, and the buyer's signature. */
async function prepare() {
  const partner = await createPartner();
  const { paymentId, merchantId } = await createIds(partner);
  const option = await getFirstOption(createApiClient(till.baseUrl, partner), paymentId, buyer);
  const ids = { [ownPayment]: paymentId, [ownMerchant]: merchantId, [ownOption]: option.id };
  return { partner, ids: { ...ids, [ownSignature]: await signOption(option, buyer) } };
}

test.for(["getPaymentOptions", "fetchPaymentActions", "confirmPayment"])(
  "%s conforms to the reference for any request, with a chain",
  async (operationId) => {
    const operation = getOperation(operationId);
    const own = {
      ...hints,
      accounts: fc.oneof(fc.constant([`eip155:8453:${buyer.address}`]), hints.accounts as fc.Arbitrary<unknown>),
    };
    const seen = new Set<number>();
    await fc.assert(
      fc.asyncProperty(anyRequestTo(operation, own), async (request) => {
        const { partner, ids } = await prepare();
        const filled = fillIn(request, ids);
        const headers = { "app-id": partner.appId, ...filled.headers };
        const { answer, faults } = await probe(send, operation, { ...filled, headers });
        expect(faults, answer.text).toEqual([]);
        seen.add(answer.status);
      }),
      { numRuns: 100, examples: [[brokenRequestTo(operation)]] },
    );
    expect(seen).toContain(200);
    expect(seen).toContain(400);
  },
);
