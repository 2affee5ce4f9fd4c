import { z } from "zod";
import { amount } from "#lib/api/schemas/amount.ts";
import { live } from "#lib/api/schemas/live.ts";
import { cursor, limit, nextCursor } from "#lib/api/schemas/page.ts";
import { plainText } from "#lib/core/text.ts";
import { changeableStatuses } from "#lib/domain/merchants/merchant.ts";
import {
  brandColor,
  merchantEmail,
  merchantIconUrl,
  merchantName,
  supportContact,
} from "#lib/domain/merchants/profile.ts";

const onlySettleableTokens = z.boolean().meta({
  description:
    "Whether buyers are offered only tokens that have a settlement destination. A merchant without any then can't be paid. If false, money in other tokens is held until you pay it out. A new merchant's is false unless you set it.",
});
const nameWords = { description: "The name that buyers see." };
const emailWords = { description: "The merchant's contact email; buyers don't see it." };

const sendsReceipts = z.boolean().meta({
  description:
    "Whether buyers who have paid can ask for a receipt by email on the checkout. It takes a mail server of the operator's. A new merchant's is false unless you set it.",
});
const acceptsTransfers = z.boolean().meta({
  description:
    "Whether buyers can pay by a transfer to an address of the payment, from an exchange for example. Such a payment can end up to an hour after its expiresAt: see its depositUntil. It takes the operator's configuration. A new merchant's is false unless you set it.",
});
const supportContactWords = {
  description: "An email or an HTTPS URL for buyers who need help. The checkout shows it. null for none.",
};
const brandColorWords = {
  description:
    "The color of the checkout's main button, such as #0b6b4f. Its text is black or white, whichever contrasts more. null for the default.",
};

export const createMerchantBody = z.strictObject({
  merchantName: merchantName.meta(nameWords),
  merchantEmail: merchantEmail.meta(emailWords),
  iconUrl: merchantIconUrl.optional().meta({
    description:
      "The HTTPS URL of a square logo: 500 to 4096 px, JPEG, PNG, WebP or AVIF, at most 2 MB. null removes the logo.",
  }),
  onlySettleableTokens: onlySettleableTokens.optional(),
  sendsReceipts: sendsReceipts.optional(),
  acceptsTransfers: acceptsTransfers.optional(),
  supportContact: supportContact.optional().meta(supportContactWords),
  brandColor: brandColor.optional().meta(brandColorWords),
});

/** A change to a merchant. Fields that are left out stay as they are; null removes the logo, the contact or the color. */
export const updateMerchantBody = createMerchantBody
  .extend({
    status: z.enum(changeableStatuses).meta({
      description:
        "A suspended merchant accepts no new payments. Its open payments can still be paid, and payouts continue.",
    }),
  })
  .partial()
  .refine(
    (changes) => Object.values(changes).some((value) => value !== undefined),
    "must contain at least one of merchantName, merchantEmail, iconUrl, onlySettleableTokens, sendsReceipts, acceptsTransfers, supportContact, brandColor and status",
  )
  .meta({ minProperties: 1 });

const merchantStatusValue = z.enum(["active", "inactive", "suspended"]);

export const merchantsQuery = z.strictObject({
  status: merchantStatusValue.optional().meta({ description: "Only merchants with this status." }),
  search: plainText.min(1).max(256).optional().meta({
    description: "Only merchants whose name or id contains this text, ignoring case.",
  }),
  cursor,
  limit,
});

const recordFields = {
  live,
  iconUrl: z.string().nullable().meta({
    description: "The logo's URL as it was set. Buyers see a copy of the file that was there at that time.",
  }),
  status: merchantStatusValue.meta({ description: "Only an active merchant accepts new payments." }),
  onlySettleableTokens,
  sendsReceipts,
  acceptsTransfers,
  supportContact: z.string().nullable().meta(supportContactWords),
  brandColor: z.string().nullable().meta(brandColorWords),
  createdAt: z.iso.datetime().meta({ description: "When the merchant was created." }),
  updatedAt: z.iso.datetime().meta({ description: "When the merchant was last changed." }),
};
const recordId = z.string().meta({ description: "The merchant's id." });
const listedMerchant = z.object({
  id: recordId,
  merchantName: z.string().meta(nameWords),
  merchantEmail: z.string().meta(emailWords),
  ...recordFields,
});
const nestedMerchant = z
  .object({ id: recordId, name: z.string().meta(nameWords), email: z.string().meta(emailWords), ...recordFields })
  .meta({ id: "MerchantDetails" });

export const merchantRecord = listedMerchant
  .extend({
    merchant: nestedMerchant.meta({ description: "The same record, for clients that read this shape." }),
  })
  .meta({ id: "Merchant" });

export const merchantList = z.object({
  data: z.array(listedMerchant).meta({ description: "One page of merchants." }),
  merchants: z.array(nestedMerchant).meta({ description: "The same merchants, for clients that read this shape." }),
  nextCursor,
  totalCount: z.int().meta({ description: "The number of matching merchants, across all pages." }),
});

export const createdMerchant = merchantRecord.extend({
  merchantId: z.string().meta({ description: "The merchant's id, the same as id." }),
});

const asset = z.string().meta({
  description: "The token, as CAIP-19. The caip19/ prefix is accepted in requests and left out of responses.",
});
const destination = z.string().meta({
  description: "The wallet that receives the money: CAIP-10, on the asset's chain.",
});

export const cryptoSettlement = z
  .object({
    id: z.string().meta({ description: "The settlement's id." }),
    live,
    asset,
    destination,
    takesEffectAt: z.iso.datetime().optional().meta({
      description:
        "Only while a change is pending, where the service delays changes of destinations: when pendingDestination replaces destination, or, without pendingDestination, when a new destination is used first.",
    }),
    pendingDestination: destination.optional().meta({
      description: "Only while a change is pending: the wallet that receives the money from takesEffectAt on.",
    }),
  })
  .meta({ id: "CryptoSettlement" });

export const settlements = z
  .object({
    live,
    crypto: z.array(cryptoSettlement).meta({ description: "Destinations for tokens." }),
    fiat: z
      .array(
        z.object({
          id: z.string().meta({ description: "The settlement's id." }),
          live,
          status: z.string().meta({ description: "The settlement's status." }),
          bankType: z.string().meta({ description: "The kind of bank account." }),
          currency: z.string().meta({ description: "The currency, as ISO 4217." }),
        }),
      )
      .meta({ description: "Destinations for currencies." }),
  })
  .meta({ id: "Settlements" });

export const fetchedMerchant = merchantRecord.extend({
  settlements: settlements.meta({ description: "Where the merchant's money goes." }),
});

export const registerSettlementsBody = z.strictObject({
  settlements: z
    .array(z.strictObject({ asset: asset.max(128), destination: destination.max(128) }))
    .min(1)
    .max(50)
    .meta({ description: "The settlements to register, at most one per asset." }),
});

const heldFor = {
  asset,
  amount: amount.meta({ description: "The sum that is held, net of fees." }),
  payments: z.int().meta({ description: "The number of payments that it comes from." }),
};

export const registeredSettlements = z.object({
  live,
  settlements: z.array(cryptoSettlement).meta({ description: "The registered settlements." }),
  held: z.array(z.object(heldFor)).meta({
    description:
      "Money that is held for the merchant in these assets from earlier payments. It stays held until you pay it out with POST /v1/merchants/{merchantId}/settlements/held.",
  }),
});

/** The order to pay out what is held. */
export const heldPayout = z
  .object({
    id: z.string().meta({ description: "The payout order's id." }),
    live,
    asset,
    destination,
    amount: amount.meta({ description: "The sum that was held when it was ordered, net of fees." }),
    payments: z.int().meta({ description: "The number of payments that it comes from." }),
    opened: z.int().meta({ description: "The number of payments whose payout has been started." }),
    status: z.enum(["running", "completed", "stopped"]).meta({
      description:
        "Payouts are started while it is running. Once it is completed, all have been started, and each payment's settlement says when its money has arrived. If it is stopped, the rest is still held.",
    }),
    reason: z.string().nullable().meta({ description: "Why it stopped; null otherwise." }),
    createdAt: z.iso.datetime().meta({ description: "When it was ordered." }),
  })
  .meta({ id: "HeldPayout" });

const { amount: _sum, ...lastPayout } = heldPayout.shape;

export const heldMoney = z.object({
  live,
  held: z
    .array(
      z.object({
        ...heldFor,
        destination: destination.nullable().meta({
          description: "The settlement destination that a payout would go to; null while the merchant has none.",
        }),
        isPayable: z.boolean().meta({
          description:
            "False when only the owner of the treasury can send it, because the service doesn't have its key.",
        }),
        lastPayout: z.object(lastPayout).nullable().meta({ description: "The latest order to pay it out, or null." }),
      }),
    )
    .meta({ description: "What is held for the merchant, by asset." }),
});

export const payOutHeldBody = z.strictObject({
  asset: asset.max(128),
  destination: destination.max(128).optional().meta({
    description:
      "Only for a deleted merchant: the wallet to pay, on the asset's chain. Defaults to the merchant's settlement destination.",
  }),
});

export const changeSettlementBody = z.strictObject({ destination: destination.max(128) });

/** The response to a deletion. */
export const deleted = z.object({
  id: z.string().meta({ description: "The id of the deleted object." }),
  live,
  deleted: z.literal(true).meta({ description: "Always true, also when it was already deleted." }),
});

/** The response to the deletion of a settlement, which can't be repeated. */
export const deletedSettlement = deleted.extend({
  deleted: z.literal(true).meta({ description: "Always true. Deleting it again is a 404." }),
});

export const merchantPath = z.object({ merchantId: z.string().meta({ description: "The merchant's id." }) });
export const cryptoSettlementPath = merchantPath.extend({
  id: z.string().meta({ description: "The settlement's id." }),
});
