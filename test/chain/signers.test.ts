import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { parseEther } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signReserved } from "#lib/chain/relay/sending/sign.ts";
import { pool } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { payOutNow } from "#lib/domain/payments/payouts/pay-out-now.ts";
import { sendPendingPayouts } from "#lib/domain/payments/payouts/send-pending-payouts.ts";
import { startWorker } from "#lib/jobs/start-worker.ts";
import { devAccounts } from "#scripts/devnet/accounts.ts";
import type { TestChain } from "#test/chain/with-chain.ts";
import { type SigningService, startSigningService } from "#test/signers/signing-services.ts";
import { type ApiClient, createApiClient } from "#test/stack/api-client.ts";
import { createPartner, getToken, setDestination } from "#test/stack/partner.ts";
import { startTill, type Till } from "#test/stack/start-till.ts";
import { awaitFinal, awaitSettlement, confirm, getFirstOption, signOption } from "#test/stack/wallet.ts";
import { until } from "#test/until.ts";
import { type Receiver, startReceiver } from "#test/webhooks/receiver.ts";

const execute = promisify(execFile);
const usdc = getToken("eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913");
const { address: wallet, privateKey } = devAccounts().relayer;
const queue = { chainId: 8453, wallet };
let till: Till;
let chain: TestChain;
let service: SigningService;
let api: ApiClient;
let operator: Receiver;

beforeAll(async () => {
  service = await startSigningService(privateKey);
  operator = await startReceiver();
  const alarms = {
    ALARM_WEBHOOK_URL: operator.url(),
    ALARM_WEBHOOK_SECRET: `whsec_${Buffer.alloc(24, 7).toString("base64")}`,
  };
  const env = {
    ...alarms,
    RELAYER_PRIVATE_KEY: "",
    RELAYER_KEYS: `${service.url}#${wallet}`,
    OUTFLOW_LIMITS: "8453:USDC=5",
  };
  till = await startTill({ env });
  chain = till.chains[0] as TestChain;
  const settlements = [{ token: usdc, address: chain.accounts.merchant.address }];
  api = createApiClient(till.baseUrl, await createPartner({ settlements }));
  await till.startWorker();
});
afterAll(async () => {
  await till.stop();
  await service.close();
  await operator.stop();
});

async function offer(from: ApiClient) {
  const buyer = chain.accounts.buyers[0] as TestChain["accounts"]["buyers"][number];
  const { paymentId } = await from.createPayment();
  const option = await getFirstOption(from, paymentId, buyer);
  return { paymentId, confirm: async () => confirm(from, paymentId, option.id, await signOption(option, buyer)) };
}

async function pay(from: ApiClient): Promise<string> {
  const { paymentId, confirm } = await offer(from);
  expect((await confirm()).status).toBe(200);
  return paymentId;
}

/** The relay transaction of a payment, and the number of its signed forms. */
async function relayed(paymentId: string) {
  const { rows } = await pool().query<{ state: string; signed: number }>(
    `SELECT r.state, (SELECT count(*)::int FROM relay_submission s WHERE s.relay_transaction_id = r.id) AS signed
     FROM relay_transaction r LEFT JOIN payment_attempt a ON a.id = r.attempt_id
     WHERE coalesce(a.payment_id, r.payment_id) = $1`,
    [paymentId],
  );
  return rows;
}

const has = async (condition: string) => {
  const { rows } = await pool().query(`SELECT FROM relayer_wallet WHERE address = $1 AND ${condition}`, [wallet]);
  return rows.length > 0;
};
const relayer = (...more: string[]) =>
  execute(process.execPath, ["scripts/relayer.ts", ...more], { env: { ...process.env, ...till.env } });

test("a payment is settled once by a remote signer that was down, then lied, and then signed", async () => {
  service.behave("down");
  const paymentId = await pay(api);
  await until("the signer's failure", () => has("signer_failed_at IS NOT NULL"));
  service.behave("other-recipient");
  const before = service.asked.length;
  await until("two answers of the lying signer", () => service.asked.length >= before + 2);
  expect(await relayed(paymentId)).toEqual([{ state: "reserved", signed: 0 }]);
  service.behave("honest");
  expect(await awaitFinal(api, paymentId)).toBe("succeeded");
  expect(await relayed(paymentId)).toEqual([{ state: "final", signed: 1 }]);
  expect(await has("signer_failed_at IS NULL")).toBe(true);
});

test("a wallet that is paused by command is offered to no buyer and signs nothing, and continues when it is resumed", async () => {
  service.behave("down");
  const { paymentId, confirm: confirmFirst } = await offer(api);
  const late = await offer(api);
  expect((await confirmFirst()).status).toBe(200);
  await until("the payment's nonce", async () => (await relayed(paymentId))[0]?.state === "reserved");
  expect((await relayer("pause", "all", "--reason", "test")).stdout).toBe(`${wallet} on chain 8453: paused\n`);
  service.behave("honest");
  const asked = service.asked.length;
  expect(await signReserved(queue)).toBe(false);
  expect(service.asked.length).toBe(asked);
  const refused = await late.confirm();
  expect([refused.status, refused.body.code]).toEqual([400, "quote_expired"]);
  expect(await relayed(paymentId)).toEqual([{ state: "reserved", signed: 0 }]);
  await relayer("resume", wallet, "--reason", "test");
  expect(await awaitFinal(api, paymentId)).toBe("succeeded");
});

test("a payout of held money beyond the day's limit waits, unsigned, until the operator allows it, and is made once", async () => {
  const partner = await createPartner();
  const shop = createApiClient(till.baseUrl, partner);
  const paymentId = await pay(shop);
  expect(await awaitFinal(shop, paymentId)).toBe("succeeded");
  await setDestination(partner, usdc, chain.accounts.merchant.address);
  await inTransaction((tx) => payOutNow(tx, { partnerId: partner.partnerId, merchantId: null }, paymentId));
  await sendPendingPayouts(8453);
  const { rows } = await pool().query("SELECT state FROM payout WHERE payment_id = $1", [paymentId]);
  expect(rows).toEqual([{ state: "pending" }]);
  expect(service.asked).not.toContain("eth_signTypedData");
  const order = ["--chain", "8453", "--token", "USDC", "--amount", "10", "--reason", "test"];
  expect((await relayer("allow", ...order)).stdout).toContain("10.000000 USDC more may leave");
  await awaitSettlement(shop, paymentId);
  expect(service.asked).toContain("eth_signTypedData");
  expect((await relayer("list")).stdout).toMatch(
    /in use[\s\S]*today: 9\.860000 USDC of 15\.000000 USDC\n {4}today: [\d.]+ coin of Base without a limit/,
  );
});

test("the operator hears of a wallet that is emptied while it has nothing to do, and it is used again when it has gas", async () => {
  const worker = await startWorker({ gasCheckEveryMs: 100 });
  await chain.client.setBalance({ address: wallet, value: 1n });
  const expected = { event: "raised", kind: "relayer_balance", subject: `8453:${wallet}` };
  await until("the message about the wallet", () => {
    const alarms = operator.received.flatMap(({ event }) => (event.data as { alarms: object[] }).alarms);
    return alarms.some((alarm) =>
      Object.entries(expected).every(([name, value]) => value === Reflect.get(alarm, name)),
    );
  });
  expect(await has("paused_at IS NOT NULL")).toBe(true);
  await chain.client.setBalance({ address: wallet, value: parseEther("1000") });
  await until("the wallet to be used again", () => has("paused_at IS NULL"));
  await worker.stop();
});

test("a wallet is retired once another takes payments, nothing names it and nothing is left to do", async () => {
  const retire = (more: object, ...flags: string[]) =>
    execute(process.execPath, ["scripts/relayer.ts", "retire", wallet, "--reason", "test", ...flags], {
      env: { ...process.env, ...till.env, ...more },
    }).catch(({ stdout }: { stdout: string }) => ({ stdout }));
  await pool().query("INSERT INTO relayer_wallet (chain_id, address, next_nonce) VALUES (8453, $1, 0)", [
    chain.accounts.merchant.address,
  ]);
  const { stdout } = await retire({});
  expect(stdout).toContain("is retiring: no new payment uses it");
  expect(stdout).toMatch(
    /can be confirmed until [\s\S]* set TREASURY_ADDRESS_8453 [\s\S]* set FEE_RECIPIENT_8453 [\s\S]*npm run treasury -- sweep/,
  );
  expect(await has("retiring_at IS NOT NULL AND is_active")).toBe(true);
  await pool().query("UPDATE relayer_wallet SET retiring_at = now() - interval '16 minutes' WHERE address = $1", [
    wallet,
  ]);
  const other = chain.accounts.merchant.address;
  const done = await retire({ TREASURY_ADDRESS_8453: other, FEE_RECIPIENT_8453: other }, "--leave-tokens");
  expect(done.stdout).toContain(`${wallet} on chain 8453 is retired.`);
  expect(await has("NOT is_active")).toBe(true);
});
