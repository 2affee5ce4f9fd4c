import { decodeFunctionData, type Hex, parseTransaction } from "viem";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { permit2Address } from "#lib/chain/contracts.ts";
import { commitmentOf } from "#lib/chain/router/commitment.ts";
import { paymentRouterAbi } from "#lib/chain/router/payment-router.ts";
import { defaultRouter } from "#lib/chain/router/routers.ts";
import { pool } from "#lib/db/pool.ts";
import { type Service, startService } from "#scripts/stack/service.ts";
import { invalidation } from "#test/chain/burn-nonce.ts";
import { createPayer, type PayerKind } from "#test/chain/fresh-payer.ts";
import { mineWhile } from "#test/chain/mine-while.ts";
import { type NodeCall, type NodeProxy, type NodeRule, startNodeProxy } from "#test/chain/node-proxy.ts";
import { confirmWith, listOffers, perform } from "#test/chain/payer.ts";
import { sendAsRelayer } from "#test/chain/send-as-relayer.ts";
import type { TestChain } from "#test/chain/with-chain.ts";
import { type ApiClient, createApiClient } from "#test/stack/api-client.ts";
import { createPartner, getToken } from "#test/stack/partner.ts";
import { startTill, type Till } from "#test/stack/start-till.ts";
import { listCollected } from "#test/stack/transfers.ts";
import { awaitFinal } from "#test/stack/wallet.ts";
import { until } from "#test/until.ts";

// The one chain whose transactions have a gas price only, and whose tokens are all collected by Permit2.
const chainId = 56;
const usdc = getToken("eip155:56/erc20:0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d");
const price = 10n * 10n ** 18n;
let till: Till;
let chain: TestChain;
let api: ApiClient;
let node: NodeProxy;
let worker: Service;

beforeAll(async () => {
  till = await startTill({ chainIds: [chainId], confirmations: 2 });
  chain = till.chains[0] as TestChain;
  api = createApiClient(till.baseUrl, await createPartner());
  node = await startNodeProxy(chain.rpcUrl);
});
afterAll(async () => {
  await node.stop();
  await till.stop();
});
beforeEach(async () => {
  node.misbehave();
  worker = await startWorker([node.url]);
});
afterEach(async () => {
  await recovered();
  await worker.stop();
  await chain.client.setAutomine(true);
});

/**
 * The wallet's recovery can record a payment before the relay finds out what used its transaction's nonce, which quarantines the
 * wallet once more; until both have ended, its payments aren't offered and confirms are refused.
 */
async function recovered(): Promise<void> {
  const open = `SELECT FROM relayer_wallet WHERE quarantined_at IS NOT NULL
    UNION ALL SELECT FROM relay_transaction WHERE state IN ('reserved', 'signed', 'broadcast', 'mined')`;
  const isDone = async () => (await pool().query(open)).rows.length === 0;
  await mineWhile(chain, until("the end of the recovery", isDone));
}

const startWorker = (urls: readonly string[]) =>
  startService("scripts/worker.ts", { env: { ...till.env, [`RPC_URLS_${chainId}`]: urls.join() } });

const neverSends: NodeRule = ({ method }) => (method === "eth_sendRawTransaction" ? "drop" : null);

type Manner = { asSigned?: (signature: Hex) => Hex; isMined?: boolean };

/** Confirms a payment of a buyer who approved Permit2 long ago; unless `isMined`, automatic mining is off. */
async function confirmed(
  name: string,
  kind: PayerKind = "key",
  { asSigned = (one) => one, isMined = true }: Manner = {},
) {
  const payer = await createPayer(chain, name, { token: usdc, kind, amount: price, allowance: price });
  const sinceBlock = (await chain.client.getBlockNumber()) + 1n;
  const { paymentId } = await api.createPayment();
  const [option] = await listOffers(api, paymentId, chainId, payer.account);
  if (option === undefined) throw new Error("no option");
  await chain.client.setAutomine(isMined);
  const results = (await perform(option, payer)).map(asSigned);
  expect((await confirmWith(api, paymentId, option, results)).status).toBe(200);
  const collected = () => listCollected(chain, usdc, payer.account, sinceBlock);
  return { payer, paymentId, collected };
}

type Form = { state: string; nonce: string; raw: Hex };

/** Waits until the signed forms of a payment's collection are enough. @returns them, lowest bid first. */
function awaitForms(paymentId: string, isEnough: (forms: Form[]) => boolean): Promise<[Form, ...Form[]]> {
  return until("the signed forms of a collection", async (): Promise<[Form, ...Form[]] | null> => {
    const { rows } = await pool().query<Form>(
      `SELECT r.state, r.nonce, s.raw FROM payment_attempt a JOIN relay_transaction r ON r.attempt_id = a.id AND r.kind = 'collection'
       JOIN relay_submission s ON s.relay_transaction_id = r.id WHERE a.payment_id = $1 ORDER BY s.max_fee_per_gas`,
      [paymentId],
    );
    const [first, ...others] = rows;
    return first !== undefined && isEnough(rows) ? [first, ...others] : null;
  });
}

const finalStatus = (paymentId: string) => mineWhile(chain, awaitFinal(api, paymentId));

test("a gas price that is too low is raised at the same nonce, and the payment is collected once", async () => {
  const { paymentId, collected } = await confirmed("bump", "key", { isMined: false });
  const [low] = await awaitForms(paymentId, ([form]) => form?.state === "broadcast");
  const before = parseTransaction(low.raw);
  await chain.client.setNextBlockBaseFeePerGas({ baseFeePerGas: (before.gasPrice ?? 0n) * 2n });
  await chain.client.mine({ blocks: 1 });
  const forms = await awaitForms(paymentId, (all) => all.length > 1 && all[0]?.state === "broadcast");
  const after = parseTransaction((forms.at(-1) as Form).raw);
  expect([before.type, after.type]).toEqual(["legacy", "legacy"]);
  expect([after.nonce, after.to, after.data]).toEqual([before.nonce, before.to, before.data]);
  expect((after.gasPrice ?? 0n) * 8n).toBeGreaterThan((before.gasPrice ?? 0n) * 9n);
  expect(await finalStatus(paymentId)).toBe("succeeded");
  expect(await collected()).toEqual([price]);
});

describe("a payment that was executed under another nonce is found by the router's event, and counted once:", () => {
  /**
   * Lets the relay sign a collection, uses its nonce for another transaction of its key, and sends the call under the next.
   */
  async function overtaken(payment: ReturnType<typeof confirmed>, rule?: NodeRule) {
    node.misbehave(neverSends);
    const { paymentId, collected } = await payment;
    const [{ nonce, raw }] = await awaitForms(paymentId, (forms) => forms.length > 0);
    const { to, data } = parseTransaction(raw);
    await sendAsRelayer(chain, Number(nonce), chain.accounts.relayer.address, "0x");
    const hash = await sendAsRelayer(chain, Number(nonce) + 1, to as Hex, data as Hex);
    node.misbehave(rule);
    return { paymentId, collected, hash };
  }

  test.each([
    ["a key's", "key", (signature: Hex) => signature],
    ["a contract wallet's, in capitals", "deployed", (signature: Hex): Hex => `0x${signature.slice(2).toUpperCase()}`],
  ] as const)("%s", async (name, kind, asSigned) => {
    const { paymentId, collected, hash } = await overtaken(confirmed(name, kind, { asSigned }));
    expect(await finalStatus(paymentId)).toBe("succeeded");
    const { body } = await api.merchant("GET", `/v1/payments/${paymentId}`);
    expect(body.info).toMatchObject({ txId: hash });
    expect(await collected()).toEqual([price]);
    const { rows } = await pool().query(
      `SELECT r.state FROM payment_attempt a JOIN relay_transaction r ON r.attempt_id = a.id AND r.kind = 'collection'
       WHERE a.payment_id = $1`,
      [paymentId],
    );
    expect(rows).toEqual([{ state: "displaced" }]);
  });

  const isLogs = ({ method }: NodeCall) => method === "eth_getLogs";
  const hides: NodeRule = (call) => (isLogs(call) ? { edit: () => [] } : null);
  const fails: NodeRule = (call) => (isLogs(call) ? { error: { code: -32_000, message: "busy" } } : null);

  test.each([
    ["", () => null],
    [", and the other fails", fails],
  ] as const)("although one of two nodes hides its logs%s", async (also, rule) => {
    const other = await startNodeProxy(chain.rpcUrl);
    other.misbehave((call) => neverSends(call) ?? rule(call));
    await worker.stop();
    worker = await startWorker([node.url, other.url]);
    const { paymentId, collected, hash } = await overtaken(confirmed(`hidden${also}`), hides);
    expect(await finalStatus(paymentId)).toBe("succeeded");
    expect((await api.merchant("GET", `/v1/payments/${paymentId}`)).body.info).toMatchObject({ txId: hash });
    expect(await collected()).toEqual([price]);
    other.misbehave(neverSends);
    await recovered();
    await other.stop();
  });

  test("not one that its owner has made unusable: that payment fails", async () => {
    node.misbehave(neverSends);
    const { payer, paymentId, collected } = await confirmed("invalidated");
    const [{ nonce, raw }] = await awaitForms(paymentId, (forms) => forms.length > 0);
    const call = decodeFunctionData({ abi: paymentRouterAbi, data: parseTransaction(raw).data as Hex });
    const permitNonce = commitmentOf({ chainId, router: defaultRouter, method: "permit2" }, call.args[0]);
    await payer.send(permit2Address, invalidation(permitNonce));
    await sendAsRelayer(chain, Number(nonce), chain.accounts.relayer.address, "0x");
    node.misbehave();
    expect(await finalStatus(paymentId)).toBe("failed");
    expect(await collected()).toEqual([]);
  });
});
