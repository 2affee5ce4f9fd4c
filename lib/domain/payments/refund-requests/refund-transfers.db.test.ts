import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { clock } from "#lib/core/clock.ts";
import { newId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { listExceptionsOf } from "#lib/domain/payments/deposits/exceptions/repository.ts";
import { rateSource } from "#lib/domain/payments/rates/configured-rate-source.ts";
import { createRefund, prepareRefund, type RefundRequest } from "#lib/domain/payments/refund-requests/create-refund.ts";
import { replaceRefundLink } from "#lib/domain/payments/refund-requests/replace-refund-link.ts";
import { recordConfirmedRefund, recordRefundSuccess } from "#lib/domain/payments/refunds/record-refund.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { bringTo, createTestPayment } from "#test/domain/create-test-payment.ts";
import { exchange, merchantWallet } from "#test/domain/make-deposit-address.ts";
import { createException, createTransferPayment, onBase } from "#test/domain/make-exception.ts";
import { createPartner, type TestPartner } from "#test/stack/partner.ts";

const buyer = "0x90F79bf6EB2c4f870365E785982E1f101E93b906";
const other = "0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc";

let service: ServiceDatabase;
let partner: TestPartner;

beforeAll(async () => {
  service = await startDatabase({ PUBLIC_URL: "http://till.test", LOG_LEVEL: "silent" });
});
afterAll(() => service.stop());
beforeEach(async () => {
  partner = await createPartner();
});

const scope = () => ({ partnerId: partner.partnerId, merchantId: null });
async function refund(request: Omit<RefundRequest, "mode"> & { mode?: RefundRequest["mode"] }) {
  const prepared = await prepareRefund(scope(), { mode: "request", ...request }, rateSource());
  return inTransaction((tx) => createRefund(tx, scope(), { ...prepared, least: null }));
}
const inUsdc = (value: bigint) => {
  return { unit: "caip19/eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913", value: String(value) };
};

describe("a refund of a payment by transfer", () => {
  test("needs an account of the buyer, and goes to the one that is given", async () => {
    const { paymentId } = await createTransferPayment(partner, { collected: 12_500_000n });
    await expect(refund({ paymentId })).rejects.toMatchObject({
      code: "params_validation",
      issues: [{ field: "refundAddress", message: expect.stringContaining("is required") }],
    });
    const made = await refund({ paymentId, refundAddress: onBase(buyer) });
    expect(made).toMatchObject({ refund: { recipient: onBase(buyer), amount: 12_500_000n, storedState: "requested" } });
    const { refund: again } = await replaceRefundLink(scope(), made.refund.id, rateSource());
    expect(again.recipient).toBe(onBase(buyer));
  });

  test("goes to the account that the buyer has named, unless another one is given", async () => {
    const { paymentId } = await createTransferPayment(partner, { collected: 12_500_000n, refundAccount: buyer });
    const amount = inUsdc(1_000_000n);
    expect((await refund({ paymentId, amount })).refund.recipient).toBe(onBase(buyer));
    const given = await refund({ paymentId, amount, refundAddress: onBase(other) });
    expect(given.refund.recipient).toBe(onBase(other));
  });

  test("that is only marked needs no account", async () => {
    const { paymentId } = await createTransferPayment(partner, { collected: 12_500_000n });
    const { refund: marked } = await refund({ paymentId, mode: "mark" });
    expect(marked).toMatchObject({ storedState: "marked", recipient: onBase(exchange) });
  });

  test("never goes to an account that can't be the buyer's", async () => {
    const { paymentId, address } = await createTransferPayment(partner, { collected: 12_500_000n });
    for (const refundAddress of [
      "nonsense",
      `eip155:1:${buyer}`,
      onBase(address.address),
      onBase(merchantWallet),
      onBase("0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"),
      onBase("0x0000000000000000000000000000000000000000"),
    ]) {
      const refused = refund({ paymentId, refundAddress });
      await expect(refused).rejects.toMatchObject({ code: "params_validation", issues: [{ field: "refundAddress" }] });
    }
  });

  test("in the payment's own unit is at the payment's own price", async () => {
    const { paymentId } = await createTransferPayment(partner, { collected: 15_000_000n, refundAccount: buyer });
    const amount = { unit: "iso4217/USD", value: "500" };
    expect((await refund({ paymentId, amount })).refund.amount).toBe(5_000_000n);
  });

  test("isn't one of another payment, whose buyer is known", async () => {
    const paymentId = await createTestPayment(partner);
    await bringTo(paymentId, "succeeded");
    const refused = refund({ paymentId, mode: "mark", refundAddress: onBase(buyer) });
    await expect(refused).rejects.toMatchObject({ code: "params_validation", issues: [{ field: "refundAddress" }] });
  });

  test("isn't possible before it has succeeded", async () => {
    const { paymentId } = await createTransferPayment(partner);
    const refused = refund({ paymentId, refundAddress: onBase(buyer) });
    await expect(refused).rejects.toMatchObject({ code: "payment_not_succeeded" });
  });
});

describe("a payment that was paid too much", () => {
  let txHash: string;
  beforeEach(() => {
    txHash = `0x${randomBytes(32).toString("hex")}`;
  });

  async function overpay() {
    const payment = await createTransferPayment(partner, { collected: 15_000_000n, refundAccount: buyer });
    const exception = await createException(payment, { kind: "overpaid", amount: 2_500_000n });
    return { ...payment, exception };
  }

  async function refundOf(paymentId: string, value: bigint) {
    const { refund: made } = await refund({ paymentId, amount: inUsdc(value) });
    await inTransaction(async (tx) => {
      const now = clock.now();
      await recordConfirmedRefund(tx, made, { attemptId: newId("att", now), account: onBase(merchantWallet) }, now);
      await recordRefundSuccess(tx, { paymentId: made.paymentId, refundId: made.id }, txHash, now);
    });
  }

  test("has no exception any longer once at least the difference is refunded", async () => {
    const { paymentId } = await overpay();
    await refundOf(paymentId, 2_500_000n);
    const [exception] = await listExceptionsOf(database, paymentId);
    expect(exception).toMatchObject({ state: "refunded", refundTxHash: txHash, endedAt: expect.any(Date) });
  });

  test("keeps its exception after a smaller refund", async () => {
    const { paymentId } = await overpay();
    await refundOf(paymentId, 2_499_999n);
    expect(await listExceptionsOf(database, paymentId)).toMatchObject([{ state: "forwarded" }]);
  });

  test("is refunded although its transaction was entered for another exception", async () => {
    const { paymentId, ...payment } = await overpay();
    await createException({ paymentId, ...payment }, { kind: "repeated", state: "forwarded" });
    await service.query(
      "UPDATE deposit_exception SET state = 'refunded', refund_tx_hash = $2, ended_at = now() WHERE payment_id = $1 AND kind = 'repeated'",
      [paymentId, txHash],
    );
    await refundOf(paymentId, 2_500_000n);
    expect(await listExceptionsOf(database, paymentId)).toMatchObject([{ state: "forwarded" }, { state: "refunded" }]);
  });
});
