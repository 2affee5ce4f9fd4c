import { z } from "zod";

const display = z.object({
  assetSymbol: z.string(),
  assetName: z.string(),
  decimals: z.int(),
  networkName: z.string().optional(),
  iconUrl: z.url().optional(),
  networkIconUrl: z.url().optional(),
});

/** An amount as we answer it (SPEC, Amount object). */
export const amount = z.object({ unit: z.string(), value: z.string().regex(/^\d+$/), display });

/** An amount as a partner sends it. */
export const requestedAmount = z.strictObject({
  unit: z.string().max(128),
  value: z
    .string()
    .max(78, "must have at most 78 digits")
    .regex(/^[1-9]\d*$/, "must be a positive whole number of the smallest unit, without leading zeros"),
});

export type WireAmount = z.output<typeof amount>;
