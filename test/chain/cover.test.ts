import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorker } from "#lib/jobs/start-worker.ts";
import { createPayer } from "#test/chain/fresh-payer.ts";
import { confirmWith, listOffers, type Payer, perform } from "#test/chain/payer.ts";
import type { TestChain } from "#test/chain/with-chain.ts";
import { type ApiClient, createApiClient } from "#test/stack/api-client.ts";
import { createPartner, getToken } from "#test/stack/partner.ts";
import { startTill, type Till } from "#test/stack/start-till.ts";
import { awaitFinal } from "#test/stack/wallet.ts";

const usdc = getToken("eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913");
const pegged = getToken("eip155:56/erc20:0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d");
let till: Till;
let api: ApiClient;

beforeAll(async () => {
  till = await startTill({ chainIds: [8453, 56] });
  api = createApiClient(till.baseUrl, await createPartner());
});
afterAll(() => till.stop());

const chainOf = (chainId: number) => till.chains.find((chain) => chain.chainId === chainId) as TestChain;

async function signed(payer: Payer, chainId: number) {
  const { paymentId } = await api.createPayment();
  const [option] = await listOffers(api, paymentId, chainId, payer.account);
  if (option === undefined) throw new Error("no option");
  return { paymentId, option, results: await perform(option, payer) };
}

const send = ({ paymentId, option, results }: Awaited<ReturnType<typeof signed>>) =>
  confirmWith(api, paymentId, option, results);

test("one balance signed for several payments covers only as many as it can pay for, even when all come at once", async () => {
  const payer = await createPayer(chainOf(8453), "twice", { token: usdc, kind: "key", amount: 25_000_000n });
  const payments = await Promise.all(Array.from({ length: 5 }, () => signed(payer, 8453)));
  const answers = await Promise.all(payments.map(send));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 422, 422, 422]);
  const refused = answers.find(({ status }) => status === 422);
  expect(refused?.body.issues).toEqual([
    {
      field: "optionId",
      message:
        "can't be collected: the account's balance doesn't cover this payment and those in progress; add funds or choose another option",
    },
  ]);
  const worker = await startWorker();
  const accepted = payments.filter((_, index) => answers[index]?.status === 200);
  for (const { paymentId } of accepted) expect(await awaitFinal(api, paymentId)).toBe("succeeded");
  await worker.stop();
});

test("a balance that was already collected isn't counted twice: the rest can be spent", async () => {
  const payer = await createPayer(chainOf(8453), "rest", { token: usdc, kind: "key", amount: 20_000_000n });
  const worker = await startWorker();
  const first = await signed(payer, 8453);
  const second = await signed(payer, 8453);
  expect((await send(first)).status).toBe(200);
  expect(await awaitFinal(api, first.paymentId)).toBe("succeeded");
  expect((await send(second)).status).toBe(200);
  expect(await awaitFinal(api, second.paymentId)).toBe("succeeded");
  await worker.stop();
});

test("one Permit2 allowance isn't promised twice", async () => {
  const price = 10n * 10n ** 18n;
  const payer = await createPayer(chainOf(56), "allowed", {
    token: pegged,
    kind: "key",
    amount: 5n * price,
    allowance: price,
  });
  const payments = [await signed(payer, 56), await signed(payer, 56)];
  expect(payments.map(({ option }) => option.actions.length)).toEqual([1, 1]);
  const answers = await Promise.all(payments.map(send));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
});
