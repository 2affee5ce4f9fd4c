import { createHash } from "node:crypto";
import { enabledChainIds } from "#lib/chain/chains.ts";
import { assetOf, type Token, tokensOfChain } from "#lib/chain/tokens.ts";
import { toCaip10 } from "#lib/core/caip.ts";
import { type MerchantId, newId, type PartnerId } from "#lib/core/ids.ts";
import { multiplyDown } from "#lib/core/money.ts";
import { type PaymentCreateManyInput, prisma } from "#lib/db/prisma.ts";
import { feeOn } from "#lib/domain/payments/fees.ts";

const dayMs = 24 * 3_600_000;
const fees = { currency: "USD", fixed: 10n, partsPerMillion: 4_000 };

/**
 * Inserts past payments of the last 60 days: most succeeded and settled, the others in every other final status. Amounts,
 * times and outcomes are derived from hashes, so that they repeat for the same `now`. Their transactions are fictitious.
 */
export async function seedPayments(
  partnerId: PartnerId,
  merchantIds: readonly MerchantId[],
  count: number,
  now: Date,
): Promise<void> {
  const tokens = enabledChainIds()
    .flatMap(tokensOfChain)
    .filter(({ peg }) => peg === "USD");
  const data = Array.from({ length: count }, (_, index) => pastPayment(partnerId, merchantIds, tokens, index, now));
  await prisma().payment.createMany({ data });
}

function pastPayment(
  partnerId: PartnerId,
  merchantIds: readonly MerchantId[],
  tokens: readonly Token[],
  index: number,
  now: Date,
): PaymentCreateManyInput {
  const digest = createHash("sha256").update(`past payment ${index}`).digest();
  const pick = <T>(items: readonly T[], at: number): T => items[digest.readUInt16BE(at) % items.length] as T;
  const createdAt = new Date(now.getTime() - dayMs - (digest.readUInt32BE(0) % (59 * dayMs)));
  const endedAt = new Date(createdAt.getTime() + 20_000 + (digest.readUInt16BE(4) % 120_000));
  const cents = BigInt(500 + (digest.readUInt32BE(6) % 25_000));
  const ending = endingOf(digest.readUInt8(10) % 20);
  const base: PaymentCreateManyInput = {
    id: newId("pay", createdAt),
    partnerId,
    merchantId: pick(merchantIds, 11),
    referenceId: `ORDER-${10_000 + index}`,
    unit: "iso4217/USD",
    value: cents.toString(),
    fiatCurrency: "USD",
    fiatValue: cents.toString(),
    amountRank: (cents * 10_000n).toString(),
    feeTotal: feeOn(cents, fees, { numerator: 1n, denominator: 1n }).toString(),
    feeCurrency: fees.currency,
    feeFixed: fees.fixed.toString(),
    feePpm: fees.partsPerMillion,
    createdAt,
    updatedAt: endedAt,
    expiresAt: new Date(createdAt.getTime() + 15 * 60_000),
    version: 1,
  };
  if (ending === "expired") return { ...base, status: "expired" };
  if (ending === "cancelled") {
    return { ...base, status: "cancelled", cancelledAt: endedAt, cancelledReason: "cancelled_by_merchant" };
  }
  if (ending === "declined") return { ...base, status: "failed", failureCode: "declined_user" };
  const token = pick(tokens, 13);
  const scale = { numerator: 10n ** BigInt(token.decimals), denominator: 100n };
  const amount = multiplyDown(cents, scale);
  const paid = {
    buyerAccount: toCaip10({ chainId: token.chainId, address: `0x${digest.toString("hex").slice(0, 40)}` }),
    tokenAsset: assetOf(token),
    tokenAmount: amount.toString(),
    tokenFee: feeOn(amount, fees, scale).toString(),
    version: 3,
  };
  if (ending === "failed") return { ...base, ...paid, status: "failed" };
  const txHash = `0x${digest.toString("hex")}`;
  return {
    ...base,
    ...paid,
    status: "succeeded",
    succeededAt: endedAt,
    txNonce: BigInt(index),
    txHash,
    settledAt: endedAt,
    settlementTxHash: txHash,
  };
}

function endingOf(roll: number): "succeeded" | "expired" | "cancelled" | "failed" | "declined" {
  if (roll < 14) return "succeeded";
  if (roll < 17) return "expired";
  if (roll === 17) return "cancelled";
  return roll === 18 ? "failed" : "declined";
}
