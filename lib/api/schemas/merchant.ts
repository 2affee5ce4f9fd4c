import { z } from "zod";

export const createMerchantBody = z.strictObject({
  merchantName: z.string().trim().min(1).max(256),
  merchantEmail: z.email().max(254),
  iconUrl: z
    .url({ protocol: /^https$/, message: "must be an HTTPS URL" })
    .max(2_048)
    .nullable()
    .optional(),
});

const merchantRecord = z.object({
  id: z.string(),
  merchantName: z.string(),
  merchantEmail: z.string(),
  iconUrl: z.string().nullable(),
  status: z.enum(["active", "inactive", "suspended"]),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});

export const createdMerchant = merchantRecord.extend({ merchantId: z.string() });

export const cryptoSettlement = z.object({ id: z.string(), asset: z.string(), destination: z.string() });

export const settlements = z.object({
  crypto: z.array(cryptoSettlement),
  fiat: z.array(z.object({ id: z.string(), status: z.string(), bankType: z.string(), currency: z.string() })),
});

export const fetchedMerchant = merchantRecord.extend({ settlements });

export const registerSettlementsBody = z.strictObject({
  settlements: z
    .array(z.strictObject({ asset: z.string().max(128), destination: z.string().max(128) }))
    .min(1)
    .max(50),
});

export const registeredSettlements = z.object({ settlements: z.array(cryptoSettlement) });

export const merchantPath = z.object({ merchantId: z.string() });
