import { z } from "zod";

export const refundBody = z.strictObject({ paymentId: z.string().min(1).max(64) });
export const refund = z.object({ paymentId: z.string() });
