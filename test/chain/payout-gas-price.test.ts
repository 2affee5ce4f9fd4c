import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { parseGwei, toHex } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findGasPrice } from "#lib/chain/gas-price.ts";
import type { Address } from "#lib/core/caip.ts";
import { callProcedure, callQuery } from "#lib/dashboard/rpc/call-procedure.ts";
import { pool } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { payOutNow } from "#lib/domain/payments/payouts/pay-out-now.ts";
import { createPayer } from "#test/chain/fresh-payer.ts";
import { type NodeProxy, startNodeProxy } from "#test/chain/node-proxy.ts";
import { confirmWith, listOffers, perform, type WireOption } from "#test/chain/payer.ts";
import type { TestChain } from "#test/chain/with-chain.ts";
import { memberOf } from "#test/dashboard/member.ts";
import { createApiClient } from "#test/stack/api-client.ts";
import { createPartner, getToken, setDestination, type TestPartner } from "#test/stack/partner.ts";
import { startTill, type Till } from "#test/stack/start-till.ts";
import { listTransfers } from "#test/stack/transfers.ts";
import { awaitFinal } from "#test/stack/wallet.ts";
import { until } from "#test/until.ts";

const usdc = getToken("eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48");
const execute = promisify(execFile);

type Owed = { partner: TestPartner; shop: Address; paymentId: string };

let till: Till;
let chain: TestChain;
let node: NodeProxy;
let gasPrice = parseGwei("1");
/** Payouts of 10 USDC that wait, because at 400 gwei each would cost about 180 dollars of gas. */
let owed: Record<"waits" | "accepted" | "ordered" | "moved", Owed>;

beforeAll(async () => {
  till = await startTill({
    chainIds: [1],
    env: { NATIVE_PRICE_USD_1: "3000", GAS_BUDGET_USD: "100000" },
    async proxy({ rpcUrl }) {
      // The price that anvil tells depends on the bids of the last transactions.
      node = await startNodeProxy(rpcUrl, ({ method }) =>
        method === "eth_gasPrice" ? { edit: () => toHex(gasPrice) } : null,
      );
      return node.url;
    },
  });
  chain = till.chains[0] as TestChain;
  await till.startWorker();
  const names = ["waits", "accepted", "ordered", "moved"] as const;
  owed = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await hold(name)] as const)),
  ) as typeof owed;
  await setGasPrice("400");
  for (const { partner, shop, paymentId } of Object.values(owed)) {
    await setDestination(partner, usdc, shop);
    const scope = { partnerId: partner.partnerId, merchantId: null };
    await inTransaction((tx) => payOutNow(tx, scope, paymentId));
  }
  for (const each of Object.values(owed)) {
    await until("the payout to wait", async () => (await payoutOf(each)).waits_for === "gas_price");
  }
});
afterAll(async () => {
  await till.stop();
  await node.stop();
});

/** A payment of 10 USDC whose money the treasury holds. */
async function hold(name: string): Promise<Owed> {
  const account = (of: string) =>
    createPayer(chain, `${name}, ${of}`, { token: usdc, amount: 10_000_000n, kind: "key" });
  const [shop, buyer] = [await account("shop"), await account("buyer")];
  const partner = await createPartner({ fees: { fixedCents: 0, ppm: 0 } });
  const api = createApiClient(till.baseUrl, partner);
  const { paymentId } = await api.createPayment();
  const option = (await listOffers(api, paymentId, 1, buyer.account))[0] as WireOption;
  expect((await confirmWith(api, paymentId, option, await perform(option, buyer))).status).toBe(200);
  expect(await awaitFinal(api, paymentId)).toBe("succeeded");
  return { partner, shop: shop.account as Address, paymentId };
}

/** Changes the price of gas, and waits until this process has asked for it, which it does every 15 s. */
async function setGasPrice(gwei: string): Promise<void> {
  gasPrice = parseGwei(gwei);
  await until("the new price of gas", async () => (await findGasPrice(1))?.perGas === gasPrice);
}

type Row = { state: string; waits_for: string | null; failure: string | null };
const payoutOf = async ({ paymentId }: Owed): Promise<Row> =>
  (await pool().query("SELECT state, waits_for, failure FROM payout WHERE payment_id = $1", [paymentId])).rows[0];
const waiting = { state: "pending", waits_for: "gas_price", failure: null };
const paidTo = (shop: Address) => listTransfers(chain, usdc, chain.accounts.relayer.address, shop, 0n);
const untilPaid = (each: Owed) => until("the payout", async () => (await payoutOf(each)).state === "final");

/** The network fee that the payment's page shows, in millionths of a dollar. */
async function shownFee({ partner, paymentId }: Owed): Promise<bigint> {
  const { payout } = await callQuery("payments.detail", memberOf(partner, "viewer"), { paymentId });
  expect(payout).toMatchObject({ state: "pending", waitsFor: "gas_price", isStuck: false });
  return BigInt(payout?.fee?.micros ?? "0");
}

const accept = ({ partner, paymentId }: Owed, micros: bigint) =>
  callProcedure("mutation", "payments.acceptPayoutFee", memberOf(partner, "admin"), { paymentId, micros: `${micros}` });

test("a payout that costs more gas than a person accepted still waits; one at the price that its page shows is sent", async () => {
  const { waits, accepted } = owed;
  await accept(waits, (await shownFee(waits)) / 2n);
  await accept(accepted, await shownFee(accepted));
  await untilPaid(accepted);
  expect(await paidTo(accepted.shop)).toEqual([10_000_000n]);
  expect(await payoutOf(waits)).toEqual(waiting);
  await expect(accept(accepted, 1n)).rejects.toMatchObject({ code: "invalid_state" });
});

test("the operator's command shows what the gas of a payout costs, and sends it with --yes only", async () => {
  const { ordered } = owed;
  const run = (...more: string[]) =>
    execute(process.execPath, ["scripts/treasury.ts", "pay-out", ordered.paymentId, ...more], {
      env: { ...process.env, ...till.env },
    });
  expect((await run()).stdout).toMatch(/10\.0\d* USDC, for at most \$\d{2,3}\.\d+ of gas\nNothing is done yet/);
  const accepted = "SELECT gas_accepted FROM payout WHERE payment_id = $1";
  expect((await pool().query(accepted, [ordered.paymentId])).rows).toEqual([{ gas_accepted: null }]);
  expect((await run("--yes")).stdout).toContain("It is sent next.");
  await untilPaid(ordered);
  expect(await paidTo(ordered.shop)).toEqual([10_000_000n]);
});

test("a payout that isn't worth four times its gas is sent by itself once it is, but not to an account that was replaced while it waited", async () => {
  const { waits, moved } = owed;
  expect([await payoutOf(waits), await payoutOf(moved)]).toEqual([waiting, waiting]);
  const sent = "SELECT FROM relay_transaction WHERE payment_id = ANY($1)";
  expect((await pool().query(sent, [[waits.paymentId, moved.paymentId]])).rows).toEqual([]);
  await setDestination(moved.partner, usdc, waits.shop);
  await setGasPrice("1");
  await untilPaid(waits);
  expect(await paidTo(waits.shop)).toEqual([10_000_000n]);
  await until("the other payout to end", async () => (await payoutOf(moved)).state !== "pending");
  expect(await payoutOf(moved)).toEqual({
    state: "failed",
    waits_for: null,
    failure: "The settlement destination was changed or removed while the payout waited.",
  });
  expect(await paidTo(moved.shop)).toEqual([]);
});
