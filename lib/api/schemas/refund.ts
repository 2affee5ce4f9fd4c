import { z } from "zod";
import { paymentId } from "#lib/api/schemas/payment.ts";

export const refundBody = z.strictObject({ paymentId: paymentId.min(1).max(64) });
export const refund = z.object({ paymentId });
