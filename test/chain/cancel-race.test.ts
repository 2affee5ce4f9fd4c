import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pool } from "#lib/db/pool.ts";
import type { TestChain } from "#test/chain/with-chain.ts";
import { type ApiAnswer, type ApiClient, createApiClient } from "#test/stack/api-client.ts";
import { createPartner, getToken } from "#test/stack/partner.ts";
import { raceFor } from "#test/stack/race.ts";
import { startTill, type Till } from "#test/stack/start-till.ts";
import { listCollected } from "#test/stack/transfers.ts";
import { awaitFinal, confirm, getFirstOption, signOption } from "#test/stack/wallet.ts";

const usdc = getToken("eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913");
let till: Till;
let chain: TestChain;
let api: ApiClient;

beforeAll(async () => {
  till = await startTill();
  chain = till.chains[0] as TestChain;
  api = createApiClient(till.baseUrl, await createPartner());
  await till.startWorker();
});
afterAll(() => till.stop());

/** Creates a payment and a signature that is ready to be sent. */
async function prepare(buyerIndex: number) {
  const buyer = chain.accounts.buyers[buyerIndex] as TestChain["accounts"]["relayer"];
  await chain.client.mine({ blocks: 1 });
  const sinceBlock = await chain.client.getBlockNumber();
  const { paymentId } = await api.createPayment();
  const option = await getFirstOption(api, paymentId, buyer);
  return { buyer, sinceBlock, paymentId, optionId: option.id, signature: await signOption(option, buyer) };
}
type Prepared = Awaited<ReturnType<typeof prepare>>;
type Request = () => Promise<ApiAnswer>;

const confirming =
  ({ paymentId, optionId, signature }: Prepared): Request =>
  () =>
    confirm(api, paymentId, optionId, signature);
const cancelling =
  ({ paymentId }: Prepared): Request =>
  () =>
    api.merchant("POST", `/v1/payments/${paymentId}/cancel`);
const cancellingAsBuyer =
  ({ paymentId }: Prepared): Request =>
  () =>
    api.gateway("POST", `/v1/gateway/payment/${paymentId}/cancel`);

const said = ({ status, body }: ApiAnswer) => [status, body.status ?? body.code];
const refused = [400, "invalid_state"];
const received = ({ buyer, sinceBlock }: Prepared) => listCollected(chain, usdc, buyer.address, sinceBlock);

async function expectPaid(prepared: Prepared): Promise<void> {
  expect(await awaitFinal(api, prepared.paymentId)).toBe("succeeded");
  expect(await received(prepared)).toEqual([10_000_000n]);
}

async function expectCancelled(prepared: Prepared): Promise<void> {
  expect(await awaitFinal(api, prepared.paymentId)).toBe("cancelled");
  const { rows } = await pool().query("SELECT id FROM payment_attempt WHERE payment_id = $1", [prepared.paymentId]);
  expect(rows).toEqual([]);
  expect(await received(prepared)).toEqual([]);
}

describe("a confirm and a cancellation at the same moment", () => {
  test.each([
    ["the merchant's", cancelling],
    ["the buyer's", cancellingAsBuyer],
  ])("the confirm is first: it pays, and %s cancellation is refused", async (_whose, cancel) => {
    const prepared = await prepare(0);
    const answers = await raceFor(prepared.paymentId, [confirming(prepared), cancel(prepared)]);
    expect(answers.map(said)).toEqual([[200, "processing"], refused]);
    await expectPaid(prepared);
    expect(said(await cancel(prepared)())).toEqual(refused);
  });

  test.each([
    ["the merchant's", cancelling],
    ["the buyer's", cancellingAsBuyer],
  ])("%s cancellation is first: the confirm is refused, and nothing reaches the chain", async (_whose, cancel) => {
    const prepared = await prepare(1);
    const answers = await raceFor(prepared.paymentId, [cancel(prepared), confirming(prepared)]);
    expect(answers.map(said)).toEqual([[200, "cancelled"], refused]);
    await expectCancelled(prepared);
    expect(said(await confirming(prepared)())).toEqual(refused);
  });
});

test("five confirms and ten cancellations, all released at once, agree on one outcome", async () => {
  const prepared = await prepare(2);
  const confirms = Array.from({ length: 5 }, () => confirming(prepared));
  const cancels = Array.from({ length: 5 }, () => [cancelling(prepared), cancellingAsBuyer(prepared)]).flat();
  const [confirmed, cancelled] = await Promise.all(
    [confirms, cancels].map((requests) => Promise.all(requests.map((request) => request()))),
  );
  const endings = [confirmed, cancelled].map((answers) => [...new Set(answers?.map(({ status }) => status))]);
  const isPaid = endings[0]?.[0] === 200;
  expect(endings).toEqual(isPaid ? [[200], [400]] : [[400], [200]]);
  await (isPaid ? expectPaid(prepared) : expectCancelled(prepared));
});
