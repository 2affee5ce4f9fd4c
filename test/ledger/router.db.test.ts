import { afterAll, beforeAll, expect, test } from "vitest";
import { assetOf } from "#lib/chain/tokens.ts";
import { toCaip10 } from "#lib/core/caip.ts";
import { clock } from "#lib/core/clock.ts";
import type { PaymentId } from "#lib/core/ids.ts";
import { database as lib } from "#lib/db/pool.ts";
import { listInconsistentPayments, listMisbooked } from "#lib/domain/payments/ledger/checks-repository.ts";
import { holdingKey, sumByAsset, sumHoldingsAt } from "#lib/domain/payments/ledger/repository.ts";
import { insertPayouts } from "#lib/domain/payments/payouts/repository.ts";
import { insertTransfers, type NewTransfer } from "#lib/domain/payments/transfers/repository.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { applyEvent, bringTo, createTestPayment } from "#test/domain/create-test-payment.ts";
import { createPartner, getToken, type TestPartner } from "#test/stack/partner.ts";

const usdc = getToken("eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913");
const buyer = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const router = "0x1111111111111111111111111111111111111111";
const merchant = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const treasury = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const feeRecipient = "0x90F79bf6EB2c4f870365E785982E1f101E93b906";
const amount = 12_500_000n;
const fee = 1n;

const nothing = { owedToBuyers: 0n, gas: 0n, surplus: 0n, received: 0n, missing: 0n, lost: 0n, toOperator: 0n };

let database: ServiceDatabase;
let partner: TestPartner;

beforeAll(async () => {
  database = await startDatabase({ PUBLIC_URL: "http://till.test", LOG_LEVEL: "silent" });
  partner = await createPartner();
});
afterAll(() => database.stop());

/** Writes the transfers of a succeeded payment under a log of its own: forwarded to the merchant, or held. */
async function collect(
  logIndex: number,
  isHeld: boolean,
): Promise<{ id: PaymentId; transfer: Omit<NewTransfer, "kind" | "sender" | "recipient" | "amount"> }> {
  const id = await createTestPayment(partner);
  await bringTo(id, "succeeded");
  const now = clock.now();
  const transfer = {
    paymentId: id,
    refundId: null,
    chainId: usdc.chainId,
    token: usdc.address,
    txHash: `0x${"aa".repeat(32)}`,
    logIndex,
    blockNumber: 5n,
    now,
  } as const;
  const net = isHeld
    ? ({ kind: "held", recipient: treasury } as const)
    : ({ kind: "settlement", recipient: merchant } as const);
  await insertTransfers(lib, [
    { ...transfer, kind: "collection", sender: buyer, recipient: router, amount },
    { ...transfer, ...net, sender: router, amount: amount - fee },
    { ...transfer, kind: "fee", sender: router, recipient: feeRecipient, amount: fee },
  ]);
  return { id, transfer };
}

test("payments that the router forwarded, that are held, and that were paid out later agree with the books", async () => {
  const asset = assetOf(usdc);
  const debt = { ...partner, asset, amount: amount - fee, fee, now: clock.now() };
  const destination = toCaip10({ chainId: usdc.chainId, address: merchant });
  const settle = async (id: PaymentId, txHash: string) => {
    await database.query("UPDATE payment SET settled_at = now(), settlement_tx_hash = $2 WHERE id = $1", [id, txHash]);
  };
  const forwarded = await collect(1, false);
  await insertPayouts(lib, [{ ...debt, paymentId: forwarded.id, destination, treasury: router, state: "final" }]);
  await settle(forwarded.id, `0x${"aa".repeat(32)}`);
  const held = await collect(2, true);
  await insertPayouts(lib, [{ ...debt, paymentId: held.id, destination: null, treasury, state: "held" }]);
  const paid = await collect(3, true);
  await insertPayouts(lib, [{ ...debt, paymentId: paid.id, destination, treasury, state: "final" }]);
  const payout = {
    kind: "settlement",
    txHash: `0x${"bb".repeat(32)}`,
    sender: treasury,
    recipient: merchant,
    amount: amount - fee,
  } as const;
  await insertTransfers(lib, [{ ...paid.transfer, ...payout }]);
  await applyEvent(paid.id, "settled");

  expect(await listMisbooked(lib, 10)).toEqual([]);
  expect(await listInconsistentPayments(lib, 10)).toEqual([]);
  const net = amount - fee;
  expect(await sumByAsset(lib)).toEqual([
    { asset, treasury: net + 3n * fee, owedToMerchants: net, fees: 3n * fee, ...nothing },
  ]);
  expect(await sumHoldingsAt(lib, [{ chainId: usdc.chainId, blockNumber: 5n }])).toEqual(
    new Map([
      [holdingKey(usdc.chainId, treasury, asset), net],
      [holdingKey(usdc.chainId, feeRecipient, asset), 3n * fee],
    ]),
  );
});
