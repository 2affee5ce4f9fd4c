import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { toCaip19 } from "#lib/core/caip.ts";
import { useClock } from "#lib/core/clock.ts";
import type { PaymentId } from "#lib/core/ids.ts";
import { sendPendingPayouts } from "#lib/domain/payments/payouts/send-pending-payouts.ts";
import { payoutStuckAfterMs, reportStuckPayouts } from "#lib/domain/payments/payouts/stuck/stuck-payouts.ts";
import { log } from "#lib/log/log.ts";
import { devAccounts } from "#scripts/devnet/accounts.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { createTestPayment } from "#test/domain/create-test-payment.ts";
import { payWithPayout } from "#test/domain/pay-with-payout.ts";
import { createPartner, getToken } from "#test/stack/partner.ts";

/** A Permit2 token, whose payouts need no node to be queued. */
const usdt = getToken("eip155:56/erc20:0x55d398326f99059fF775485246999027B3197955");
let database: ServiceDatabase;
let ids: PaymentId[];

beforeAll(async () => {
  const RELAYER_PRIVATE_KEY = devAccounts().relayer.privateKey;
  // No node tells the price of gas, so coin costs nothing.
  const free = { NATIVE_PRICE_USD_56: "0", NATIVE_PRICE_USD_8453: "0" };
  database = await startDatabase({
    PUBLIC_URL: "http://till.test",
    LOG_LEVEL: "silent",
    RELAYER_PRIVATE_KEY,
    ...free,
  });
  const address = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
  const partner = await createPartner({ settlements: [{ token: usdt, address }] });
  ids = [await createTestPayment(partner), await createTestPayment(partner)];
  for (const id of ids) await payWithPayout(id, usdt);
});
afterAll(() => database.stop());

const states = async () => {
  const rows = await database.query<{ id: PaymentId; state: string }>("SELECT payment_id AS id, state FROM payout");
  return ids.map((each) => rows.find(({ id }) => id === each)?.state);
};

test("a payout that can't be sent delays no other, and is sent as soon as it can be", async () => {
  const refuse = `ALTER TABLE relay_transaction ADD CONSTRAINT not_sent CHECK (payment_id <> '${ids[0]}')`;
  await database.query(refuse);
  const alarm = vi.spyOn(log(), "error");
  await sendPendingPayouts(usdt.chainId);
  expect(alarm).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ alarm: "payout_not_sent", paymentId: ids[0] }),
    expect.anything(),
  );
  alarm.mockRestore();
  expect(await states()).toEqual(["pending", "submitted"]);
  await database.query("ALTER TABLE relay_transaction DROP CONSTRAINT not_sent");
  await sendPendingPayouts(usdt.chainId);
  expect(await states()).toEqual(["submitted", "submitted"]);
});

test("an alarm is raised only for payouts that have been submitted for too long", async () => {
  const alarm = vi.spyOn(log(), "error");
  await reportStuckPayouts();
  expect(alarm).not.toHaveBeenCalled();
  const restore = useClock({ now: () => new Date(Date.now() + payoutStuckAfterMs) });
  await reportStuckPayouts();
  restore();
  expect(alarm).toHaveBeenCalledExactlyOnceWith(
    { alarm: "payouts_stuck", asset: toCaip19(usdt), count: 2 },
    expect.anything(),
  );
  alarm.mockRestore();
});
