import { keccak256, parseEther, stringToHex } from "viem";
import { privateKeyToAddress } from "viem/accounts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pool } from "#lib/db/pool.ts";
import { devAccounts } from "#scripts/devnet/accounts.ts";
import { type Service, startService } from "#scripts/stack/service.ts";
import type { TestChain } from "#test/chain/with-chain.ts";
import { type ApiClient, createApiClient } from "#test/stack/api-client.ts";
import { createPartner, getToken } from "#test/stack/partner.ts";
import { startTill, type Till } from "#test/stack/start-till.ts";
import { awaitFinal, awaitSettlement, confirm, getFirstOption, signOption } from "#test/stack/wallet.ts";
import { until } from "#test/until.ts";

const usdc = getToken("eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913");
const second = keccak256(stringToHex("a second relayer wallet"));
const wallets = [devAccounts().relayer.address, privateKeyToAddress(second)];
let till: Till;
let chain: TestChain;
let api: ApiClient;
let worker: Service;

beforeAll(async () => {
  till = await startTill();
  chain = till.chains[0] as TestChain;
  const settlements = [{ token: usdc, address: chain.accounts.merchant.address }];
  api = createApiClient(till.baseUrl, await createPartner({ settlements }));
  await chain.client.setBalance({ address: wallets[1] as `0x${string}`, value: parseEther("1") });
  const keys = [chain.accounts.relayer.privateKey, second].join(",");
  worker = await startService("scripts/worker.ts", { env: { ...till.env, RELAYER_PRIVATE_KEY: keys } });
  const leased = "SELECT FROM relayer_wallet WHERE lease_until > now()";
  await until("the worker's lease of both queues", async () => (await pool().query(leased)).rows.length === 2);
});
afterAll(async () => {
  await worker.stop();
  await till.stop();
});

const [buyer] = devAccounts().buyers;

async function confirmOne(): Promise<string> {
  if (buyer === undefined) throw new Error("no buyer");
  const { paymentId } = await api.createPayment();
  const option = await getFirstOption(api, paymentId, buyer);
  expect((await confirm(api, paymentId, option.id, await signOption(option, buyer))).status).toBe(200);
  return paymentId;
}

async function submitterOf(paymentId: string): Promise<string | undefined> {
  const { rows } = await pool().query<{ submitter: string }>(
    "SELECT submitter FROM payment_option o JOIN payment_attempt a ON a.option_id = o.id WHERE a.payment_id = $1",
    [paymentId],
  );
  return rows[0]?.submitter;
}

test("payments are spread over all wallets, and each is submitted by its own, once", async () => {
  const payments: string[] = [];
  const used = new Set<string | undefined>();
  // Wallets are drawn at random; the chance that one of two is never drawn in 60 payments is 2^-59.
  while (payments.length < 60 && (payments.length < 6 || used.size < 2)) {
    const paymentId = await confirmOne();
    payments.push(paymentId);
    used.add(await submitterOf(paymentId));
  }
  expect([...used].toSorted()).toEqual(wallets.toSorted());
  for (const paymentId of payments) {
    expect(await awaitFinal(api, paymentId)).toBe("succeeded");
    await awaitSettlement(api, paymentId);
  }
  const { rows } = await pool().query<{ submitter: string; wallet: string; hash: `0x${string}` }>(
    `SELECT o.submitter, r.wallet, r.mined_hash AS hash FROM payment_attempt a JOIN payment_option o ON o.id = a.option_id
     JOIN relay_transaction r ON r.attempt_id = a.id AND r.kind = 'collection'`,
  );
  expect(rows).toHaveLength(payments.length);
  for (const { submitter, wallet, hash } of rows) {
    const { from } = await chain.client.getTransactionReceipt({ hash });
    expect([wallet, from]).toEqual([submitter, submitter.toLowerCase()]);
  }
});

test("a wallet that can't pay for gas takes no nonce, gets no new payments, and continues when it can", async () => {
  const poor = wallets[1] as `0x${string}`;
  await chain.client.setBalance({ address: poor, value: 1n });
  const isPaused = "SELECT FROM relayer_wallet WHERE address = $1 AND paused_at IS NOT NULL";
  const stuck = await until("a payment for the wallet without gas", async () => {
    const paymentId = await confirmOne();
    return (await submitterOf(paymentId)) === poor ? paymentId : null;
  });
  await until("the wallet to be paused", async () => (await pool().query(isPaused, [poor])).rows.length > 0);
  for (let count = 0; count < 5; count += 1) expect(await submitterOf(await confirmOne())).toBe(wallets[0]);
  const { rows } = await pool().query(
    "SELECT r.state, r.nonce FROM relay_transaction r JOIN payment_attempt a ON r.attempt_id = a.id AND r.kind = 'collection' WHERE a.payment_id = $1",
    [stuck],
  );
  expect(rows).toEqual([{ state: "queued", nonce: null }]);
  await chain.client.setBalance({ address: poor, value: parseEther("1") });
  expect(await awaitFinal(api, stuck)).toBe("succeeded");
});

test("an option whose wallet no worker tends any more is refused, and the next one names a wallet that is", async () => {
  if (buyer === undefined) throw new Error("no buyer");
  const gone = wallets[1];
  const submitters = "SELECT id, submitter FROM payment_option WHERE payment_id = $1";
  const offered = await until("an option of the second wallet", async () => {
    const { paymentId } = await api.createPayment();
    const option = await getFirstOption(api, paymentId, buyer);
    const { rows } = await pool().query<{ submitter: string }>(submitters, [paymentId]);
    return rows[0]?.submitter === gone ? { paymentId, option } : null;
  });
  await worker.stop();
  worker = await startService("scripts/worker.ts", { env: till.env });
  const isTended = "SELECT FROM relayer_wallet WHERE address = $1 AND lease_until > now()";
  await until(
    "the first wallet to be tended",
    async () => (await pool().query(isTended, [wallets[0]])).rows.length > 0,
  );
  await pool().query("UPDATE relayer_wallet SET lease_until = now() - interval '2 minutes' WHERE address = $1", [gone]);
  const { paymentId, option } = offered;
  const refused = await confirm(api, paymentId, option.id, await signOption(option, buyer));
  expect([refused.status, refused.body.code]).toEqual([400, "quote_expired"]);
  const fresh = await getFirstOption(api, paymentId, buyer);
  expect((await confirm(api, paymentId, fresh.id, await signOption(fresh, buyer))).status).toBe(200);
  expect(await awaitFinal(api, paymentId)).toBe("succeeded");
});
