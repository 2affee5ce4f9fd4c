import { z } from "zod";
import { cursor, limit } from "#lib/api/schemas/page.ts";
import { plainText } from "#lib/core/text.ts";
import { merchantEmail, merchantIconUrl, merchantName } from "#lib/domain/merchants/profile.ts";

export const createMerchantBody = z.strictObject({
  merchantName,
  merchantEmail,
  iconUrl: merchantIconUrl.optional(),
});

/** A change of a profile; what is left out stays, an `iconUrl` of null unsets the logo. */
export const updateMerchantBody = createMerchantBody
  .partial()
  .refine(
    (changes) => Object.values(changes).some((value) => value !== undefined),
    "must hold at least one of merchantName, merchantEmail and iconUrl",
  );

const merchantStatus = z.enum(["active", "inactive", "suspended"]);

export const merchantsQuery = z.strictObject({
  status: merchantStatus.optional(),
  /** Part of the name or the id, in any letter case. */
  search: plainText.min(1).max(256).optional(),
  cursor,
  limit,
});

export const merchantRecord = z.object({
  id: z.string(),
  merchantName: z.string(),
  merchantEmail: z.string(),
  iconUrl: z.string().nullable(),
  status: merchantStatus,
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});

export const merchantList = z.object({
  data: z.array(merchantRecord),
  nextCursor: z.string().nullable(),
  totalCount: z.int(),
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

export const changeSettlementBody = z.strictObject({ destination: z.string().max(128) });

/** What is answered when something was deleted. */
export const deleted = z.object({ id: z.string(), deleted: z.literal(true) });

export const merchantPath = z.object({ merchantId: z.string() });
export const cryptoSettlementPath = merchantPath.extend({ id: z.string() });
