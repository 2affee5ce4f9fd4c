import { z } from "zod";
import { amount } from "#lib/api/schemas/amount.ts";
import { paymentStatus, paymentStatusAnswer, resultInfo } from "#lib/api/schemas/payment.ts";
import { isStorable } from "#lib/edge/parse-json.ts";

/** Any JSON of the client's own, stored unchanged. */
export const anyJson = z.unknown().refine(isStorable, "must not contain NUL characters or lone surrogates");

const buyer = z.object({
  accountCaip10: z.string(),
  accountProviderName: z.string(),
  accountProviderIcon: z.string().optional(),
});

const checkout = z.object({ successUrl: z.string(), errorUrl: z.string() });

/**
 * What a buyer's wallet is told of a payment; `expiresAt` is Unix seconds, `checkout` where a hosted page leads the buyer
 * in the end.
 */
export const paymentInfo = z.object({
  status: paymentStatus,
  amount,
  expiresAt: z.int(),
  merchant: z.object({ name: z.string(), iconUrl: z.string().nullable() }),
  buyer: buyer.optional(),
  checkout: checkout.nullable(),
});

/** Both shapes that wallets read, in one object (WIRE, Gateway). */
const walletAction = z.object({
  type: z.literal("walletRpc"),
  data: z.object({ chain_id: z.string(), method: z.string(), params: z.array(z.unknown()) }),
  walletRpc: z.object({ chainId: z.string(), method: z.string(), params: z.string() }),
});

/** A form that has to be filled in first: for wallets that show ours, and for those that draw their own. */
const dataForm = z.object({
  url: z.string(),
  schema: z.record(z.string(), z.unknown()),
  fields: z.array(
    z.object({ id: z.string(), name: z.string(), required: z.boolean(), type: z.enum(["text", "date", "checkbox"]) }),
  ),
});

const paymentOption = z.object({
  id: z.string(),
  account: z.string(),
  amount,
  balance: z.string().regex(/^\d+$/),
  etaS: z.int(),
  expiresAt: z.int(),
  actions: z.array(walletAction),
  collectData: dataForm.nullable(),
});

export const optionsBody = z.strictObject({
  accounts: z.array(z.string().max(256)).min(1).max(50),
  refresh: z.array(z.unknown()).nullable().optional(),
});

export const optionsQuery = z.object({
  includePaymentInfo: z
    .enum(["true", "false"])
    .default("false")
    .transform((text) => text === "true"),
});

export const paymentOptions = z.object({
  paymentId: z.string(),
  info: paymentInfo.optional(),
  options: z.array(paymentOption).nullable(),
  collectData: dataForm.nullable(),
  resultInfo: resultInfo.nullable(),
});

export const fetchBody = z.strictObject({ optionId: z.string().max(64), data: z.unknown().optional() });
export const fetchedActions = z.object({ actions: z.array(walletAction) });

export const confirmBody = z.strictObject({
  optionId: z.string().max(64),
  results: z.array(z.strictObject({ type: z.string(), data: z.array(z.string().max(32_768)).max(10) })).max(10),
  collectedData: z
    .strictObject({ fields: z.array(z.strictObject({ id: z.string(), value: z.string() })).max(50) })
    .nullable()
    .optional(),
  excludeFromRelayer: anyJson.optional(),
});

export const confirmAnswer = paymentStatusAnswer.omit({ failureCode: true });

export type WireInfo = z.output<typeof paymentInfo>;
export type WireAction = z.output<typeof walletAction>;
export type WireForm = z.output<typeof dataForm>;
export type WireOption = z.output<typeof paymentOption>;
export type GatewayOptions = z.output<typeof paymentOptions>;
