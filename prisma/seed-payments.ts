import { createHash } from "node:crypto";
import { offeredChainIds } from "#lib/chain/chains.ts";
import { currentRouter } from "#lib/chain/router/routers.ts";
import { assetOf, type Token, tokensOfChain } from "#lib/chain/tokens.ts";
import { type Address, parseAddress, toCaip10 } from "#lib/core/caip.ts";
import { type AttemptId, type MerchantId, newId, type PartnerId } from "#lib/core/ids.ts";
import { multiplyDown } from "#lib/core/money.ts";
import {
  type ChainTransferCreateManyInput,
  type PaymentCreateManyInput,
  type PaymentEventCreateManyInput,
  type PayoutCreateManyInput,
  prisma,
} from "#lib/db/prisma.ts";
import { feeOn } from "#lib/domain/payments/fees.ts";
import type { PaymentEvent } from "#lib/domain/payments/transition.ts";

const dayMs = 24 * 3_600_000;
const fees = { currency: "USD", fixed: 10n, partsPerMillion: 4_000 };
/** Received the fees of past payments. Not a relayer wallet, because the balances of those are compared with the chain. */
const feeRecipient: Address = "0x2546BcD3c84621e976D8185a91A922aE77ECEc30";

/** The partner and merchants of the past payments, and the merchants' account on every chain. */
export type PastParties = { partnerId: PartnerId; merchantIds: readonly MerchantId[]; destination: Address };

/** The rows of a past payment: itself, its history and, if it succeeded, its transfers and its payout. */
type Past = {
  payment: PaymentCreateManyInput;
  events: { at: Date; event: PaymentEvent }[];
  transfers: ChainTransferCreateManyInput[];
  payouts: PayoutCreateManyInput[];
};

/** An amount that was paid in a token: the account that paid it, and the transaction. */
type Paid = {
  token: Token;
  amount: bigint;
  fee: bigint;
  buyer: Address;
  attemptId: AttemptId;
  index: number;
  txHash: `0x${string}`;
};

/**
 * Inserts past payments of the last 60 days: most succeeded and settled, the others in every other final status. Each has its
 * history, and each that succeeded its transfers and its payout, so that the books agree with it. Amounts, times and outcomes
 * are derived from hashes, so that they repeat for the same `now`. Their transactions are fictitious.
 */
export async function seedPayments(parties: PastParties, count: number, now: Date): Promise<void> {
  const tokens = offeredChainIds("live")
    .flatMap(tokensOfChain)
    .filter(({ peg }) => peg === "USD");
  const past = Array.from({ length: count }, (_, index) => pastPayment(parties, tokens, index, now));
  await prisma().$transaction([
    prisma().payment.createMany({ data: past.map(({ payment }) => payment) }),
    prisma().paymentEvent.createMany({ data: past.flatMap(toEventRows) }),
    prisma().chainTransfer.createMany({ data: past.flatMap(({ transfers }) => transfers) }),
    prisma().payout.createMany({ data: past.flatMap(({ payouts }) => payouts) }),
  ]);
}

function pastPayment(parties: PastParties, tokens: readonly Token[], index: number, now: Date): Past {
  const digest = createHash("sha256").update(`past payment ${index}`).digest();
  const pick = <T>(items: readonly T[], at: number): T => items[digest.readUInt16BE(at) % items.length] as T;
  const createdAt = new Date(now.getTime() - dayMs - (digest.readUInt32BE(0) % (59 * dayMs)));
  const endedAt = new Date(createdAt.getTime() + 20_000 + (digest.readUInt16BE(4) % 120_000));
  const cents = BigInt(500 + (digest.readUInt32BE(6) % 25_000));
  const base = {
    id: newId("pay", createdAt),
    partnerId: parties.partnerId,
    merchantId: pick(parties.merchantIds, 11),
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
  };
  const token = pick(tokens, 13);
  const scale = { numerator: 10n ** BigInt(token.decimals), denominator: 100n };
  const amount = multiplyDown(cents, scale);
  const paid: Paid = {
    token,
    amount,
    fee: feeOn(amount, fees, scale),
    buyer: addressOf(digest),
    attemptId: newId("att", createdAt),
    index,
    txHash: `0x${digest.toString("hex")}`,
  };
  switch (endingOf(digest.readUInt8(10) % 20)) {
    case "expired":
      return endBy({ ...base, status: "expired", updatedAt: base.expiresAt }, { type: "expired" }, base.expiresAt);
    case "cancelled": {
      const reason = "cancelled_by_merchant";
      const payment = { ...base, status: "cancelled", cancelledAt: endedAt, cancelledReason: reason } as const;
      return endBy(payment, { type: "cancelled", reason }, endedAt);
    }
    case "declined": {
      const account = toCaip10({ chainId: token.chainId, address: paid.buyer });
      const event = { type: "declined", account, appId: null, optionId: newId("opt", createdAt) } as const;
      const payment = { ...base, status: "failed", failureCode: "declined_user", buyerAccount: account } as const;
      return endBy(payment, event, endedAt);
    }
    case "failed": {
      const { attemptId, txHash } = paid;
      const event = { type: "collection_failed", attemptId, reason: `${txHash} ended without the transfer` } as const;
      return confirm(endBy({ ...base, status: "failed" }, event, endedAt), paid);
    }
    case "succeeded":
      return settle(confirm(endBy({ ...base, status: "succeeded" }, collectedBy(paid), endedAt), paid), paid, parties);
  }
}

function endBy(payment: PaymentCreateManyInput, event: PaymentEvent, at: Date): Past {
  return { payment: { ...payment, version: 1 }, events: [{ at, event }], transfers: [], payouts: [] };
}

function collectedBy({ attemptId, txHash, index, amount }: Paid): PaymentEvent {
  return { type: "collected", attemptId, txHash, txNonce: BigInt(index), amount };
}

/** Adds the buyer's confirm, eight seconds before the end. */
function confirm({ payment, events, ...rest }: Past, { token, amount, fee, buyer, attemptId }: Paid): Past {
  const account = toCaip10({ chainId: token.chainId, address: buyer });
  const asset = assetOf(token);
  const at = new Date(new Date(payment.updatedAt).getTime() - 8_000);
  const paid = { buyerAccount: account, tokenAsset: asset, tokenAmount: amount.toString(), tokenFee: fee.toString() };
  const event = { type: "confirmed", attemptId, buyerAccount: account, appId: null, asset, amount, fee } as const;
  return { ...rest, payment: { ...payment, ...paid, version: 2 }, events: [{ at, event }, ...events] };
}

/** Adds what the router's transaction did: it collected, paid the merchant and the fee recipient. */
function settle({ payment, events }: Past, paid: Paid, { partnerId, destination }: PastParties): Past {
  const { token, amount, fee, buyer, index, txHash } = paid;
  const { chainId } = token;
  const { id: paymentId, merchantId } = payment;
  const at = new Date(payment.updatedAt);
  const router = currentRouter(chainId);
  const log = { paymentId, chainId, token: token.address, txHash, logIndex: 0, createdAt: at };
  const transfer = { ...log, blockNumber: BigInt(index + 1) };
  return {
    payment: {
      ...payment,
      succeededAt: at,
      txNonce: BigInt(index),
      txHash,
      settledAt: at,
      settlementTxHash: txHash,
      version: 3,
    },
    events: [...events, { at, event: { type: "settled", txHash } }],
    transfers: [
      { ...transfer, kind: "collection", sender: buyer, recipient: router, amount: amount.toString() },
      { ...transfer, kind: "settlement", sender: router, recipient: destination, amount: (amount - fee).toString() },
      { ...transfer, kind: "fee", sender: router, recipient: feeRecipient, amount: fee.toString() },
    ],
    payouts: [
      {
        paymentId,
        partnerId,
        merchantId,
        state: "final",
        asset: assetOf(token),
        destination: toCaip10({ chainId, address: destination }),
        treasury: router,
        amount: (amount - fee).toString(),
        fee: fee.toString(),
        createdAt: at,
        updatedAt: at,
      },
    ],
  };
}

/** The history as applyPaymentEvent records it. */
function toEventRows({ payment, events }: Past): PaymentEventCreateManyInput[] {
  return events.map(({ at, event: { type, ...data } }, index) => {
    const texts = Object.entries(data).map(([name, value]) => [name, typeof value === "bigint" ? `${value}` : value]);
    return { paymentId: payment.id, version: index + 1, type, data: Object.fromEntries(texts), createdAt: at };
  });
}

function addressOf(digest: Buffer): Address {
  const address = parseAddress(`0x${digest.toString("hex").slice(0, 40)}`);
  if (address === null) throw new Error("a digest isn't an address");
  return address;
}

function endingOf(roll: number): "succeeded" | "expired" | "cancelled" | "failed" | "declined" {
  if (roll < 14) return "succeeded";
  if (roll < 17) return "expired";
  if (roll === 17) return "cancelled";
  return roll === 18 ? "failed" : "declined";
}
