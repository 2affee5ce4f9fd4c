import { z } from "zod";
import type { JsonSchema } from "#lib/api/openapi/json-schema.ts";
import { amount } from "#lib/api/schemas/amount.ts";
import { fetchedActions, paymentInfo, paymentOptions } from "#lib/api/schemas/gateway.ts";
import { cryptoSettlement, merchantRecord, settlements, updateMerchantBody } from "#lib/api/schemas/merchant.ts";
import { limit } from "#lib/api/schemas/page.ts";
import { maxPollMs, paymentStatus, paymentStatusAnswer, resultInfo } from "#lib/api/schemas/payment.ts";
import { paymentList } from "#lib/api/schemas/payment-list.ts";
import { infoWithoutCheckout } from "#lib/api/versions/2026-02-18.ts";
import { httpsUrl } from "#lib/core/text.ts";

/**
 * What the reference calls the schemas that several operations share. Where an older version has another schema of the
 * same name, that version stands behind an @, which no document shows.
 */
export const components = z
  .registry<{ id: string }>()
  .add(amount, { id: "Amount" })
  .add(amount.shape.display, { id: "Display" })
  .add(cryptoSettlement, { id: "CryptoSettlement" })
  .add(settlements, { id: "Settlements" })
  .add(merchantRecord, { id: "Merchant" })
  .add(paymentStatus, { id: "PaymentStatus" })
  .add(paymentStatusAnswer, { id: "PaymentStatusAnswer" })
  .add(paymentList, { id: "PaymentList" })
  .add(paymentList.shape.data.element, { id: "Payment" })
  .add(paymentInfo, { id: "PaymentInfo" })
  .add(infoWithoutCheckout, { id: "PaymentInfo@2026-02-18" })
  .add(paymentOptions.shape.options.unwrap().element, { id: "PaymentOption" })
  .add(resultInfo, { id: "ResultInfo" })
  .add(fetchedActions.shape.actions.element, { id: "WalletAction" });

/** Numbers in a query are text to Zod, and numbers to whoever writes the query. */
export const wireForms: ReadonlyMap<z.core.$ZodType, JsonSchema> = new Map<z.core.$ZodType, JsonSchema>([
  [maxPollMs, { type: "integer", format: "int64", minimum: 0, default: 0 }],
  [limit, { type: "integer", minimum: 1, maximum: 200, default: 50 }],
]);

/** What Zod checks in code, and does not write into a JSON Schema of its own accord. */
export const unwrittenRules: ReadonlyMap<z.core.$ZodType, JsonSchema> = new Map<z.core.$ZodType, JsonSchema>([
  [httpsUrl, { format: "uri", pattern: "^https://" }],
  [updateMerchantBody, { minProperties: 1 }],
]);
