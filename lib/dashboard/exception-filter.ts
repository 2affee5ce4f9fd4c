import { z } from "zod";
import { isId } from "#lib/core/ids.ts";
import type { ExceptionFilter } from "#lib/domain/payments/deposits/exceptions/exception-views.ts";

/** The filters of the list of exceptions; omitted filters match everything. */
export const exceptionFilterFields = {
  merchant: z
    .string()
    .refine((text) => isId("mrch", text), "is not a merchant ID")
    .optional(),
};
export const exceptionFilterInput = z.strictObject(exceptionFilterFields);

/** Converts the input to the domain's filter, for open exceptions and those that have ended. */
export function toExceptionFilter({ merchant }: z.output<typeof exceptionFilterInput>): ExceptionFilter {
  const merchantId = merchant !== undefined && isId("mrch", merchant) ? merchant : null;
  return { merchantId, isOpen: null };
}
