import { z } from "zod";
import { amount } from "#lib/api/schemas/amount.ts";
import { cursor, limit } from "#lib/api/schemas/page.ts";
import { paymentStatus } from "#lib/api/schemas/payment.ts";
import { parseCaip2 } from "#lib/core/caip.ts";
import { paymentSortBy, referenceSearch, sortDirection } from "#lib/edge/payment-filter.ts";

/** A parameter that may be repeated, comma-separated, or both. */
function list<T>(item: z.ZodType<T, string>) {
  return z
    .union([z.string(), z.array(z.string())])
    .transform((given) => [given].flat().flatMap((text) => text.split(",")))
    .pipe(z.array(item).max(100))
    .default([]);
}

const time = z.iso
  .datetime({ offset: true, message: "must be an RFC 3339 date-time" })
  .transform((text) => new Date(text))
  .optional();

const chainId = z.string().transform((text, context) => {
  const id = parseCaip2(text);
  if (id !== null) return id;
  context.addIssue({ code: "custom", message: "must be a CAIP-2 chain id such as eip155:8453" });
  return z.NEVER;
});

const some = z.string().min(1).max(128);

/** The filters that every list of payments takes. */
export const merchantPaymentsQuery = z.strictObject({
  startTs: time,
  endTs: time,
  token_symbol: list(some),
  /** Deprecated: a symbol or a CAIP-19 asset; adds to token_symbol. */
  asset: some.optional(),
  network: list(chainId),
  sortBy: paymentSortBy.default("date"),
  sortDir: sortDirection.default("desc"),
  cursor,
  limit,
  status: list(z.enum(["requires_action", "processing", "succeeded", "failed", "expired"])),
  referenceId: referenceSearch.optional(),
});

export const paymentsQuery = merchantPaymentsQuery.extend({ merchantId: list(some) });

const listedPayment = z.object({
  paymentId: z.string(),
  merchant: z.object({ id: z.string(), name: z.string(), iconUrl: z.string().optional() }),
  referenceId: z.string(),
  status: paymentStatus,
  isTerminal: z.boolean(),
  fiatAmount: amount,
  tokenAmount: amount.optional(),
  buyer: z
    .object({
      accountCaip10: z.string(),
      accountProviderName: z.string().optional(),
      accountProviderIcon: z.string().optional(),
    })
    .optional(),
  transaction: z.object({ networkId: z.string(), hash: z.string(), nonce: z.int() }).optional(),
  settlement: z.object({ settled: z.boolean(), amount: amount.optional(), txHash: z.string().optional() }).optional(),
  fees: z.object({ total: amount, fixed: amount, percentage: z.string() }),
  createdAt: z.iso.datetime({ precision: 3 }),
  lastUpdatedAt: z.iso.datetime({ precision: 3 }),
  settledAt: z.iso.datetime({ precision: 3 }).optional(),
});

export const paymentList = z.object({
  data: z.array(listedPayment),
  nextCursor: z.string().nullable(),
  stats: z.object({
    totalRevenue: z.array(z.object({ amount: z.number(), currency: z.string() })),
    totalTransactions: z.int(),
    totalCustomers: z.int(),
  }),
});

export type MerchantPaymentsQuery = z.output<typeof merchantPaymentsQuery>;
