import { z } from "zod";
import { httpsUrl } from "#lib/core/text.ts";
import { visibleText, visibleTextRule } from "#lib/core/visible-text.ts";
import { descriptionText } from "#lib/domain/payments/description.ts";
import { referenceText } from "#lib/domain/payments/reference.ts";

/** The words of an order's parts, in requests and responses. */
export const itemWords = {
  name: { description: "The item's name." },
  quantity: { description: "The number of units." },
  total: {
    description:
      "The price of the whole line in the smallest unit of the payment's amount, as decimal digits. A discount is negative.",
  },
};

const lineTotal = /^(?:0|-?[1-9]\d{0,77})$/;

const requestedLineItem = z.strictObject({
  name: z.string().max(120).regex(visibleText, visibleTextRule).meta(itemWords.name),
  quantity: z.int().min(1).max(1_000_000).meta(itemWords.quantity),
  total: z
    .string()
    .max(79, "must have at most 78 digits")
    .regex(lineTotal, "must be a whole number of the smallest unit with at most 78 digits, without leading zeros")
    .meta(itemWords.total),
});

/** An amount in a request. */
export const requestedAmount = z.strictObject({
  unit: z.string().max(128).meta({
    description: "The asset: caip19/<chain>/erc20:<contract> for a token, iso4217/<code> for a currency.",
  }),
  value: z
    .string()
    .max(78, "must have at most 78 digits")
    .regex(/^[1-9]\d*$/, "must be a positive whole number of the smallest unit, without leading zeros")
    .meta({ description: "An integer in the asset's smallest unit, as decimal digits." }),
});

/** The schema of a request for a payment, with what needs no look-up checked. */
export const paymentRequest = z.strictObject({
  referenceId: referenceText(1).meta({
    description:
      "Your reference for the payment, such as an order number. The buyer sees it at the checkout. It doesn't have to be unique.",
  }),
  amount: requestedAmount.meta({ description: "The amount the buyer pays, in a fiat currency or a token." }),
  description: descriptionText.nullish().meta({ description: "The purchase in a sentence. The buyer sees it." }),
  lineItems: z.array(requestedLineItem).max(20).nullish().meta({
    description:
      "What the buyer pays for; the checkout lists it. The totals needn't add up to the amount, so tax, shipping and discounts can be left out or be lines of their own, but their sum can't be negative. Anyone who has the payment link sees it.",
  }),
  expiresAt: z.int().nullish().meta({
    description:
      "When the payment expires, in Unix seconds: 60 seconds to 7 days from now. If left out or null, it is 15 minutes from now.",
  }),
  acceptsTransfers: z.boolean().nullish().meta({
    description:
      "Whether the buyer can also pay by a transfer to an address of the payment. If left out or null, as the merchant's setting says; true requires that setting. Test payments take no transfers.",
  }),
  checkout: z
    .strictObject({
      successUrl: httpsUrl.meta({ description: "The HTTPS URL for a payment that succeeded." }),
      errorUrl: httpsUrl.meta({ description: "The HTTPS URL for a payment that ended otherwise." }),
    })
    .nullish()
    .meta({
      description:
        "Where the hosted checkout redirects the buyer once the payment has ended, with ?payment_id= appended. If left out or null, the buyer isn't redirected.",
    }),
});

export type PaymentRequest = z.output<typeof paymentRequest>;
