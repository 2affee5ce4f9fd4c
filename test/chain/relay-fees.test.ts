import { type Hex, parseGwei, parseTransaction, toHex } from "viem";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { queueTransaction } from "#lib/chain/relay/sending/queue-transaction.ts";
import { replaceStuck } from "#lib/chain/relay/sending/replace-stuck.ts";
import { transferCalldata } from "#lib/chain/transfers.ts";
import { pool } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { startWorker } from "#lib/jobs/start-worker.ts";
import { mineWhile } from "#test/chain/mine-while.ts";
import type { TestChain } from "#test/chain/with-chain.ts";
import { createDeployment } from "#test/domain/create-deployments.ts";
import { type ApiClient, createApiClient } from "#test/stack/api-client.ts";
import { createPartner, getToken } from "#test/stack/partner.ts";
import { startTill, type Till } from "#test/stack/start-till.ts";
import { listCollected } from "#test/stack/transfers.ts";
import { awaitFinal, confirm, getOptions, signOption } from "#test/stack/wallet.ts";
import { until } from "#test/until.ts";

// A block time of 250 ms in the registry, so that stuck transactions are detected quickly.
const chainId = 42161;
const usdc = getToken("eip155:42161/erc20:0xaf88d065e77c8cC2239327C5EDb3A432268e5831");
let till: Till;
let chain: TestChain;
let api: ApiClient;
let worker: { stop(): Promise<void> };

beforeAll(async () => {
  till = await startTill({
    chainIds: [chainId],
    confirmations: 2,
    env: { [`MAX_GAS_PRICE_GWEI_${chainId}`]: "100" },
  });
  chain = till.chains[0] as TestChain;
  api = createApiClient(till.baseUrl, await createPartner());
});
afterAll(() => till.stop());

beforeEach(async () => {
  await chain.client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei("1") });
  await chain.client.mine({ blocks: 1 });
  await chain.client.setAutomine(false);
  worker = await startWorker();
});
afterEach(async () => {
  await worker.stop();
  await chain.client.setAutomine(true);
});

const [buyer] = (await import("#scripts/devnet/accounts.ts")).devAccounts().buyers;
if (buyer === undefined) throw new Error("no buyer");

async function confirmOne() {
  const sinceBlock = (await chain.client.getBlockNumber()) + 1n;
  const { paymentId } = await api.createPayment();
  const [option] = await getOptions(api, paymentId, buyer as NonNullable<typeof buyer>, chainId);
  if (option === undefined) throw new Error("no option");
  const answer = await confirm(api, paymentId, option.id, await signOption(option, buyer as NonNullable<typeof buyer>));
  expect(answer.status).toBe(200);
  return { paymentId, sinceBlock };
}

type Form = { raw: Hex; hash: Hex; state: string; gas_cost: string | null; cancels: boolean };

/** The signed forms of a payment's collection, or of the transaction for an attempt. */
async function formsOf(id: string): Promise<Form[]> {
  const { rows } = await pool().query<Form>(
    `SELECT s.raw, s.hash, r.state, r.gas_cost, s.is_cancellation AS cancels
     FROM relay_transaction r JOIN payment_attempt a ON r.attempt_id = a.id
     JOIN relay_submission s ON s.relay_transaction_id = r.id
     WHERE a.payment_id = $1 AND r.kind = 'collection' OR a.id = $1 ORDER BY s.max_fee_per_gas`,
    [id],
  );
  return rows;
}

function awaitForms(id: string, isEnough: (forms: Form[]) => boolean): Promise<Form[]> {
  return until("the signed forms of a relay transaction", async () => {
    const forms = await formsOf(id);
    return isEnough(forms) ? forms : null;
  });
}

const untilSent = (id: string) => awaitForms(id, ([form]) => form?.state === "broadcast");

test("a base fee that outgrows a bid raises it at the same nonce, and the payment is collected once", async () => {
  const { paymentId, sinceBlock } = await confirmOne();
  await untilSent(paymentId);
  await chain.client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei("40") });
  await chain.client.mine({ blocks: 1 });
  const forms = await awaitForms(paymentId, (all) => all.length > 1 && all[0]?.state === "broadcast");
  const [first, second] = forms.map(({ raw }) => parseTransaction(raw));
  expect(second?.nonce).toBe(first?.nonce);
  expect([second?.to, second?.data]).toEqual([first?.to, first?.data]);
  expect((second?.maxFeePerGas ?? 0n) * 8n).toBeGreaterThan((first?.maxFeePerGas ?? 0n) * 9n);
  expect((second?.maxPriorityFeePerGas ?? 0n) * 8n).toBeGreaterThan((first?.maxPriorityFeePerGas ?? 0n) * 9n);
  await chain.client.mine({ blocks: 3 });
  expect(await awaitFinal(api, paymentId)).toBe("succeeded");
  const from = (buyer as NonNullable<typeof buyer>).address;
  expect(await listCollected(chain, usdc, from, sinceBlock)).toEqual([10_000_000n]);
  const [ended] = await formsOf(paymentId);
  const mined = await Promise.all(
    forms.map(({ hash }) => chain.client.getTransactionReceipt({ hash }).catch(() => null)),
  );
  const receipt = mined.find((one) => one !== null);
  expect(ended?.gas_cost).toBe(String((receipt?.gasUsed ?? 0n) * (receipt?.effectiveGasPrice ?? 0n)));
});

/** Has the node say that the parent chain charges this much gas for any transaction, as Arbitrum's nodes do. */
async function setParentChainGas(gas: bigint): Promise<void> {
  const address = "0x00000000000000000000000000000000000000C8";
  // SLOAD(0), stored in the first of three words that are returned.
  await chain.client.setCode({ address, bytecode: "0x60005460005260606000f3" });
  await chain.client.setStorageAt({ address, index: 0, value: toHex(gas, { size: 32 }) });
}

test("a transaction has twice the gas that the parent chain charges, and a replacement what it charges by then", async () => {
  const gasOf = ({ raw }: Form) => parseTransaction(raw).gas ?? 0n;
  await setParentChainGas(2_000_000n);
  const { paymentId } = await confirmOne();
  const [first] = await untilSent(paymentId);
  // The local node's own estimate doesn't contain it.
  expect(gasOf(first as Form)).toBeGreaterThan(2_050_000n);
  await setParentChainGas(6_000_000n);
  const forms = await awaitForms(paymentId, (all) => all.length > 1);
  expect(gasOf(forms[1] as Form) - gasOf(first as Form)).toBe(4_000_000n);
  await setParentChainGas(0n);
  expect(await mineWhile(chain, awaitFinal(api, paymentId))).toBe("succeeded");
});

test("a bid that has waited too long is raised, and the first one counts when it is mined after all", async () => {
  const { paymentId } = await confirmOne();
  const [first] = await untilSent(paymentId);
  await awaitForms(paymentId, (all) => all.length > 1);
  await worker.stop();
  // The raised form is lost: only the first is in the pool.
  for (const { hash } of await formsOf(paymentId)) await chain.client.dropTransaction({ hash });
  await chain.client.sendRawTransaction({ serializedTransaction: first?.raw as Hex });
  await chain.client.mine({ blocks: 3 });
  worker = await startWorker();
  expect(await awaitFinal(api, paymentId)).toBe("succeeded");
  expect((await chain.client.getTransactionReceipt({ hash: first?.hash as Hex })).status).toBe("success");
});

test("nothing new is sent while gas costs more than the ceiling, and no bid is above it", async () => {
  await chain.client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei("150") });
  await chain.client.mine({ blocks: 1 });
  const { paymentId } = await confirmOne();
  const asked = await chain.client.getBlockNumber();
  while ((await chain.client.getBlockNumber()) < asked + 5n) await chain.client.mine({ blocks: 1 });
  expect(await formsOf(paymentId)).toEqual([]);
  await chain.client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei("60") });
  await chain.client.mine({ blocks: 1 });
  const [form] = await untilSent(paymentId);
  expect(parseTransaction(form?.raw as Hex).maxFeePerGas).toBe(parseGwei("100"));
  await chain.client.mine({ blocks: 3 });
  expect(await awaitFinal(api, paymentId)).toBe("succeeded");
});

/** Queues a transfer out of the treasury, which the relay sends; then the treasury is emptied before it is mined. */
async function sendDoomed(): Promise<string> {
  const { relayer, merchant } = chain.accounts;
  const purpose = await createDeployment();
  const call = { target: usdc.address, calldata: transferCalldata(merchant.address, 1_000n) };
  const queue = { chainId, wallet: relayer.address };
  await inTransaction((tx) => queueTransaction(tx, { ...queue, purpose, ...call }));
  await untilSent(purpose.attemptId);
  return purpose.attemptId;
}

test("a transaction that would now revert is replaced by a no-op at its nonce, and is cancelled once that is final", async () => {
  const attemptId = await sendDoomed();
  const [original] = await formsOf(attemptId);
  await chain.client.dropTransaction({ hash: original?.hash as Hex });
  const bytecode = await chain.client.getCode({ address: usdc.address });
  await chain.client.setCode({ address: usdc.address, bytecode: "0x60006000fd" });
  await chain.client.mine({ blocks: 4 });
  const forms = await awaitForms(
    attemptId,
    (all) => all.some(({ cancels }) => cancels) && all[0]?.state === "broadcast",
  );
  const [first, last] = [forms[0], forms.at(-1)].map((form) => parseTransaction(form?.raw as Hex));
  expect([last?.nonce, last?.to?.toLowerCase(), last?.data, last?.value ?? 0n]).toEqual([
    first?.nonce,
    chain.accounts.relayer.address.toLowerCase(),
    undefined,
    0n,
  ]);
  await chain.client.mine({ blocks: 1 });
  await awaitForms(attemptId, ([form]) => form?.state === "mined");
  await chain.client.mine({ blocks: 2 });
  const [ended] = await awaitForms(attemptId, ([form]) => form?.state === "cancelled");
  expect(BigInt(ended?.gas_cost ?? 0)).toBeGreaterThan(0n);
  await chain.client.setCode({ address: usdc.address, bytecode: bytecode ?? "0x" });
});

/** Leaves a payment's collection at the gas ceiling, below the price of a block, with no worker running. */
async function outpriced() {
  await chain.client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei("60") });
  await chain.client.mine({ blocks: 1 });
  const payment = await confirmOne();
  const [original] = await untilSent(payment.paymentId);
  expect(parseTransaction(original?.raw as Hex).maxFeePerGas).toBe(parseGwei("100"));
  await chain.client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei("150") });
  await chain.client.mine({ blocks: 1 });
  await worker.stop();
  return { ...payment, original: original as Form };
}

const queue = () => ({ chainId, wallet: chain.accounts.relayer.address });

/** Ages every signed form by this many minutes. */
const wait = (minutes: number) =>
  pool().query("UPDATE relay_submission SET created_at = created_at - $1 * interval '1 minute'", [minutes]);

/** Replaces a collection that waited a quarter of an hour at the ceiling with a no-op transaction. */
async function givenUp() {
  const payment = await outpriced();
  await wait(14);
  expect(await replaceStuck(queue())).toBe(0);
  expect(await formsOf(payment.paymentId)).toHaveLength(1);
  await wait(1);
  expect(await replaceStuck(queue())).toBe(1);
  worker = await startWorker();
  const forms = await awaitForms(payment.paymentId, (all) => all.length > 1 && all[0]?.state === "broadcast");
  return { ...payment, cancellation: forms.find(({ cancels }) => cancels) as Form };
}

test("a transaction that waits at the ceiling is cancelled after a quarter of an hour, with a bid above the ceiling", async () => {
  const { paymentId, sinceBlock, original, cancellation } = await givenUp();
  const [before, after] = [original, cancellation].map(({ raw }) => parseTransaction(raw));
  expect([after?.nonce, after?.data, after?.value ?? 0n]).toEqual([before?.nonce, undefined, 0n]);
  expect(after?.maxFeePerGas).toBeGreaterThan(parseGwei("150"));
  expect(after?.maxFeePerGas).toBeLessThanOrEqual(parseGwei("400"));
  await chain.client.mine({ blocks: 3 });
  expect(await awaitFinal(api, paymentId)).toBe("failed");
  expect((await formsOf(paymentId))[0]?.state).toBe("cancelled");
  const from = (buyer as NonNullable<typeof buyer>).address;
  expect(await listCollected(chain, usdc, from, sinceBlock)).toEqual([]);
});

test("the call counts when it is mined after its cancellation was sent", async () => {
  const { paymentId, sinceBlock, original, cancellation } = await givenUp();
  await worker.stop();
  await chain.client.dropTransaction({ hash: cancellation.hash });
  await chain.client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei("50") });
  await chain.client.sendRawTransaction({ serializedTransaction: original.raw });
  await chain.client.mine({ blocks: 3 });
  worker = await startWorker();
  expect(await awaitFinal(api, paymentId)).toBe("succeeded");
  expect((await formsOf(paymentId))[0]?.state).toBe("final");
  const from = (buyer as NonNullable<typeof buyer>).address;
  expect(await listCollected(chain, usdc, from, sinceBlock)).toEqual([10_000_000n]);
});
