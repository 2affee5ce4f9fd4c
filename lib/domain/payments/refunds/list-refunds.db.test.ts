import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { PaymentId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { createRefund } from "#lib/domain/payments/refund-requests/create-refund.ts";
import { listRefundsOf } from "#lib/domain/payments/refunds/list-refunds.ts";
import { createSettledPartner } from "#test/api/create-ids.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { applyEvent, createTestPayment } from "#test/domain/create-test-payment.ts";
import { payWithPayout } from "#test/domain/pay-with-payout.ts";
import type { TestPartner } from "#test/stack/partner.ts";

let service: ServiceDatabase;
beforeAll(async () => {
  service = await startDatabase();
});
afterAll(() => service.stop());

const unit = "caip19/eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";

async function createSettled(partner: TestPartner): Promise<PaymentId> {
  const id = await createTestPayment(partner);
  await payWithPayout(id);
  await applyEvent(id, "settled");
  return id;
}

test("concurrent details share a statement for their refunds, and each gets its own, oldest first", async () => {
  const partner = await createSettledPartner();
  const ids = [await createSettled(partner), await createSettled(partner), await createSettled(partner)];
  const refund = async (paymentId: PaymentId | undefined, value: string) => {
    const fields = { paymentId: paymentId ?? "", amount: { unit, value } };
    const request = { ...fields, mode: "request", least: null, isBuyerDeclined: false } as const;
    const scope = { partnerId: partner.partnerId, merchantId: null };
    return (await inTransaction((tx) => createRefund(tx, scope, request))).refund.id;
  };
  const expected = [
    [await refund(ids[0], "1000000"), await refund(ids[0], "2000000")],
    [await refund(ids[1], "3000000")],
    [],
  ];
  const asked = vi.spyOn(database, "rows");
  const found = await Promise.all([...ids, ...ids].map((id) => listRefundsOf({ id, storedStatus: "succeeded" })));
  expect(found.map((refunds) => refunds.map(({ id }) => id))).toEqual([...expected, ...expected]);
  expect(asked.mock.calls.map(([{ name }]) => name)).toEqual(["refunds-of-payments"]);
  asked.mockClear();
  expect(await listRefundsOf({ id: ids[0] as PaymentId, storedStatus: "failed" })).toEqual([]);
  expect(asked).not.toHaveBeenCalled();
});
