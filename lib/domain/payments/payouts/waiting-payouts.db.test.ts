import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { PaymentId } from "#lib/core/ids.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { acceptPayoutGas } from "#lib/domain/payments/payouts/accept-payout-gas.ts";
import { sendPendingPayouts } from "#lib/domain/payments/payouts/send-pending-payouts.ts";
import { endReplacedPayouts } from "#lib/domain/payments/payouts/withdraw-payout.ts";
import { createRefund } from "#lib/domain/payments/refund-requests/create-refund.ts";
import { devAccounts } from "#scripts/devnet/accounts.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { createTestPayment } from "#test/domain/create-test-payment.ts";
import { payWithPayout } from "#test/domain/pay-with-payout.ts";
import { createPartner, getToken, setDestination, type TestPartner } from "#test/stack/partner.ts";

/** A Permit2 token, whose payouts need no node to be queued. */
const usdt = getToken("eip155:56/erc20:0x55d398326f99059fF775485246999027B3197955");
const usdc = getToken("eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913");
const first = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const second = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";

let database: ServiceDatabase;
let partner: TestPartner;
let scope: PartnerScope;
let id: PaymentId;

beforeAll(async () => {
  const RELAYER_PRIVATE_KEY = devAccounts().relayer.privateKey;
  // No node tells the price of gas, so coin costs nothing, and what waits for a lower price is worth it at the next look.
  const free = { NATIVE_PRICE_USD_56: "0" };
  const nodes = { RPC_URLS_56: "http://127.0.0.1:1", RPC_URLS_8453: "http://127.0.0.1:1" };
  const more = { RELAYER_PRIVATE_KEY, ...nodes, ...free };
  database = await startDatabase({ PUBLIC_URL: "http://till.test", LOG_LEVEL: "silent", ...more });
});
afterAll(() => database.stop());
beforeEach(async () => {
  partner = await createPartner({ settlements: [{ token: usdt, address: first }] });
  scope = { partnerId: partner.partnerId, merchantId: null };
  id = await createTestPayment(partner);
  await payWithPayout(id, usdt);
});

type Row = { state: string; waits_for: string | null; gas_accepted: string | null };
const payout = async () =>
  (await database.query<Row>("SELECT state, waits_for, gas_accepted FROM payout WHERE payment_id = $1", [id]))[0];
const waitFor = (what: "gas_price" | "gas_budget" | null) =>
  database.query("UPDATE payout SET waits_for = $2::payout_wait WHERE payment_id = $1", [id, what]);

describe.for(["gas_price", "gas_budget"] as const)("a payout that waited (%s)", (waits) => {
  beforeEach(() => waitFor(waits));

  test("is sent to the account that it waited for", async () => {
    await sendPendingPayouts(56);
    expect(await payout()).toMatchObject({ state: "submitted", waits_for: null });
  });

  test.for([
    ["replaced", () => setDestination(partner, usdt, second)],
    [
      "removed",
      () => database.query("DELETE FROM settlement_destination WHERE merchant_id = $1", [partner.merchantId]),
    ],
  ] as const)("ends when that account was %s meanwhile, and isn't tried again by itself", async ([, change]) => {
    await change();
    await sendPendingPayouts(56);
    expect(await payout()).toMatchObject({ state: "failed", waits_for: null });
    const [row] = await database.query("SELECT retry_at, failure FROM payout WHERE payment_id = $1", [id]);
    expect(row).toEqual({ retry_at: null, failure: expect.stringContaining("destination was changed or removed") });
    expect(await database.query("SELECT FROM relay_transaction WHERE payment_id = $1", [id])).toEqual([]);
  });

  test("and returns money to the buyer has the buyer's account, whatever the merchant's is", async () => {
    id = await createTestPayment(partner);
    await payWithPayout(id, usdc);
    const request = { paymentId: id, mode: "request", least: null, isBuyerDeclined: false } as const;
    await inTransaction((tx) => createRefund(tx, scope, request));
    await waitFor(waits);
    await setDestination(partner, usdc, second);
    await endReplacedPayouts(usdc.chainId);
    expect(await payout()).toMatchObject({ state: "pending", waits_for: waits });
  });
});

describe("a person accepts the price of a payout's gas", () => {
  beforeEach(async () => {
    // Its chain's price of gas isn't known, so what is accepted is compared with none.
    await setDestination(partner, usdc, first);
    id = await createTestPayment(partner);
    await payWithPayout(id, usdc);
  });

  test("of their own merchants only", async () => {
    await waitFor("gas_price");
    const stranger = { partnerId: (await createPartner()).partnerId, merchantId: null };
    const sibling = { partnerId: partner.partnerId, merchantId: (await createPartner()).merchantId };
    for (const other of [stranger, sibling])
      await expect(acceptPayoutGas(other, id, 1n)).rejects.toMatchObject({ code: "payment_not_found" });
    await expect(acceptPayoutGas(null, "pay_1", 1n)).rejects.toMatchObject({ code: "payment_not_found" });
    expect((await payout())?.gas_accepted).toBeNull();
    await acceptPayoutGas({ ...scope, merchantId: partner.merchantId }, id, 1n);
    expect((await payout())?.gas_accepted).toBe("1");
  });

  test.for([
    ["nothing", null],
    ["a gas budget", "gas_budget"],
  ] as const)("not while the payout waits for %s", async ([, waits]) => {
    await waitFor(waits);
    await expect(acceptPayoutGas(scope, id, 1n)).rejects.toMatchObject({
      code: "invalid_state",
      message: "The payout doesn't wait for a lower network fee.",
    });
    expect((await payout())?.gas_accepted).toBeNull();
  });

  test("and a lower one later, on a page that was open before, takes nothing back", async () => {
    await waitFor("gas_price");
    await acceptPayoutGas(scope, id, 200n);
    await acceptPayoutGas(scope, id, 100n);
    expect((await payout())?.gas_accepted).toBe("200");
  });
});
