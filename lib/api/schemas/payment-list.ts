import { z } from "zod";
import { amount } from "#lib/api/schemas/amount.ts";
import { list, some, time } from "#lib/api/schemas/filters.ts";
import { live } from "#lib/api/schemas/live.ts";
import { cursor, limit, nextCursor } from "#lib/api/schemas/page.ts";
import { labels, paymentId, paymentStatus, txId } from "#lib/api/schemas/payment.ts";
import { paymentRefund } from "#lib/api/schemas/payment-refund.ts";
import { parseCaip2 } from "#lib/core/caip.ts";
import { paymentSortBy, referenceSearch, sortDirection } from "#lib/edge/payment-filter.ts";

const chainId = z.string().transform((text, context) => {
  const id = parseCaip2(text);
  if (id !== null) return id;
  context.addIssue({ code: "custom", message: "must be a CAIP-2 chain id such as eip155:8453" });
  return z.NEVER;
});

const statuses = ["requires_action", "processing", "succeeded", "failed", "expired"] as const;

function statusFilter<Status extends string>(values: readonly [Status, ...Status[]]) {
  return list(z.enum(values)).meta({ description: "Only payments with these statuses." });
}

/** The filters of every list of payments as of 2026-02-18. */
const merchantPaymentsQueryStable = z.strictObject({
  startTs: time.meta({ description: "Only payments created at or after this time." }),
  endTs: time.meta({ description: "Only payments created before this time." }),
  token_symbol: list(some).meta({ description: "Only payments made in tokens with these symbols, such as USDC." }),
  asset: some.optional().meta({
    description:
      "Use token_symbol instead: a token symbol or CAIP-19 asset, with or without the caip19/ prefix, added to token_symbol.",
    deprecated: true,
  }),
  network: list(chainId).meta({ description: "Only payments made on these chains, as CAIP-2." }),
  sortBy: paymentSortBy.default("date").meta({ description: "The sort key. Ties are broken by id." }),
  sortDir: sortDirection.default("desc").meta({ description: "Ascending or descending." }),
  cursor,
  limit,
  status: statusFilter(statuses),
  referenceId: referenceSearch.optional().meta({ description: "Only payments whose reference contains this text." }),
});

/** As of 2026-02-19.preview, cancelled payments can be filtered by. */
const newStatus = { status: statusFilter([...statuses, "cancelled"]) };
const merchants = { merchantId: list(some).meta({ description: "Only payments of these merchants." }) };

export const merchantPaymentsQuery = {
  "2026-02-18": merchantPaymentsQueryStable,
  "2026-02-19.preview": merchantPaymentsQueryStable.extend(newStatus),
};

export const paymentsQuery = {
  "2026-02-18": merchantPaymentsQueryStable.extend(merchants),
  "2026-02-19.preview": merchantPaymentsQueryStable.extend({ ...newStatus, ...merchants }),
};

const olderSort = {
  sort_by: paymentSortBy.optional().meta({ description: "The same as sortBy, which takes precedence." }),
  sort_dir: sortDirection.optional().meta({ description: "The same as sortDir, which takes precedence." }),
  sortBy: paymentSortBy.optional().meta({ description: "The sort key, date by default. Ties are broken by id." }),
  sortDir: sortDirection.optional().meta({ description: "Ascending or descending, which is the default." }),
};

/** The filters of the deprecated list, which existing clients call with names of their own. */
export const paymentsOfMerchantQuery = {
  "2026-02-18": merchantPaymentsQueryStable.extend(olderSort),
  "2026-02-19.preview": merchantPaymentsQueryStable.extend({ ...newStatus, ...olderSort }),
};

export const listedPayment = z
  .object({
    paymentId,
    live,
    merchant: z
      .object({
        id: z.string().meta({ description: "The merchant's id." }),
        name: z.string().meta({ description: "The merchant's name." }),
        iconUrl: z.string().optional().meta({ description: "The URL of the merchant's logo." }),
      })
      .meta({ description: "The merchant who is paid." }),
    ...labels,
    status: paymentStatus,
    isTerminal: z.boolean().meta({ description: "True when the status is final." }),
    fiatAmount: amount.meta({ description: "The amount in a fiat currency." }),
    tokenAmount: amount.optional().meta({ description: "The amount in the token that the buyer chose." }),
    buyer: z
      .object({
        accountCaip10: z.string().meta({ description: "The buyer's account, as CAIP-10." }),
        accountProviderName: z.string().optional().meta({ description: "The wallet's name." }),
        accountProviderIcon: z.string().optional().meta({ description: "The URL of the wallet's icon." }),
      })
      .optional()
      .meta({ description: "The buyer; present once an option is confirmed." }),
    transaction: z
      .object({
        networkId: z.string().meta({ description: "The chain's bare id, such as 8453." }),
        hash: txId,
        nonce: z.int().meta({ description: "The transaction's nonce." }),
      })
      .optional()
      .meta({ description: "The transaction that collects the money." }),
    settlement: z
      .object({
        settled: z.boolean().meta({ description: "Whether the money has reached the merchant's wallet." }),
        amount: amount.optional().meta({ description: "The amount that was delivered; present when settled." }),
        txHash: z.string().optional().meta({
          description: "The transfer's transaction hash, usually that of the collection; present when settled.",
        }),
      })
      .optional()
      .meta({ description: "The transfer to the merchant's wallet; absent when there is nothing to report." }),
    fees: z
      .object({
        total: amount.meta({ description: "All fees together." }),
        fixed: amount.meta({ description: "The fixed part." }),
        percentage: z.string().meta({ description: "The part relative to the amount: 0.4 means 0.4 %." }),
      })
      .meta({ description: "The service's fees, taken in the transaction that collects the money." }),
    createdAt: z.iso.datetime({ precision: 3 }).meta({ description: "When the payment was created." }),
    lastUpdatedAt: z.iso.datetime({ precision: 3 }).meta({ description: "When the status last changed." }),
    settledAt: z.iso.datetime({ precision: 3 }).optional().meta({
      description: "When the money reached the merchant's wallet.",
    }),
    refund: paymentRefund.optional().meta({ description: "The payment's refunds; absent while there are none." }),
  })
  .meta({ id: "Payment" });

const currencySums = z.array(
  z.object({
    amount: z.number().meta({ description: "In major units: 12.5 means 12.50 USD." }),
    currency: z.string().meta({ description: "The currency, as ISO 4217." }),
  }),
);

export const paymentList = z
  .object({
    data: z.array(listedPayment).meta({ description: "One page of payments." }),
    nextCursor,
    stats: z
      .object({
        totalRevenue: currencySums.meta({
          description: "The revenue of succeeded payments, by currency. Refunds aren't subtracted.",
        }),
        totalFees: currencySums.meta({
          description: "The fees of succeeded payments, by currency; empty without fees.",
        }),
        totalRefunded: currencySums.meta({
          description: "The part of the revenue that was refunded, by currency; empty without refunds.",
        }),
        totalNetRevenue: currencySums.meta({
          description:
            "Revenue less fees and refunds, by currency. Negative where refunds exceed the revenue after fees, because fees aren't refunded.",
        }),
        totalTransactions: z.int().meta({ description: "The number of matching payments." }),
        totalCustomers: z.int().meta({ description: "The number of different buyers who paid." }),
      })
      .meta({ description: "Statistics of all matching payments, not only this page." }),
  })
  .meta({ id: "PaymentList" });

export type MerchantPaymentsQuery = z.output<(typeof merchantPaymentsQuery)["2026-02-19.preview"]>;
export type PaymentsOfMerchantQuery = z.output<(typeof paymentsOfMerchantQuery)["2026-02-19.preview"]>;
