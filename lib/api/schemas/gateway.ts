import { z } from "zod";
import { amount } from "#lib/api/schemas/amount.ts";
import { live } from "#lib/api/schemas/live.ts";
import {
  deposit,
  depositUntil,
  paymentId,
  paymentStatus,
  paymentStatusAnswer,
  resultInfo,
  shownDeposit,
} from "#lib/api/schemas/payment.ts";
import { isStorable } from "#lib/edge/parse-json.ts";

/** Any JSON of the client's own, stored unchanged. */
export const anyJson = z.unknown().refine(isStorable, "must not contain NUL characters or lone surrogates");

export const gatewayPath = z.object({
  id: z.string().meta({ description: "The payment's id, or its payment link, percent-encoded." }),
});

const network = z.object({
  chainId: z.string().meta({ description: "The chain, as CAIP-2." }),
  name: z.string().meta({ description: "The network's name." }),
});

const buyer = z.object({
  accountCaip10: z.string().meta({ description: "The buyer's account, as CAIP-10." }),
  accountProviderName: z.string().meta({ description: "The wallet's name." }),
  accountProviderIcon: z.string().optional().meta({ description: "The URL of the wallet's icon." }),
});

const checkout = z.object({
  successUrl: z.string().meta({ description: "The URL for a payment that succeeded." }),
  errorUrl: z.string().meta({ description: "The URL for a payment that ended any other way." }),
});

/** A payment as the buyer's wallet sees it. `checkout` holds the URLs that the hosted page redirects to. */
export const paymentInfo = z
  .object({
    live,
    status: paymentStatus,
    amount: amount.meta({ description: "The amount the payment asks for." }),
    expiresAt: z.int().meta({ description: "When the payment expires, in Unix seconds." }),
    depositUntil,
    deposit: shownDeposit,
    merchant: z
      .object({
        name: z.string().meta({ description: "The merchant's name." }),
        iconUrl: z.string().nullable().meta({ description: "The URL of the merchant's logo." }),
      })
      .meta({ description: "The merchant who is paid." }),
    buyer: buyer.optional().meta({ description: "The buyer; present once an option is confirmed." }),
    checkout: checkout.nullable().meta({
      description:
        "Where the hosted checkout redirects the buyer once the payment has ended, with ?payment_id= appended.",
    }),
  })
  .meta({ id: "PaymentInfo" });

/** Both shapes that wallets read, in one object (docs/contract.md). */
const walletAction = z
  .object({
    type: z.literal("walletRpc").meta({ description: "Always walletRpc." }),
    data: z
      .object({
        chain_id: z.string().meta({ description: "The chain, as CAIP-2." }),
        method: z.string().meta({ description: "The RPC method, such as eth_signTypedData_v4." }),
        params: z.array(z.unknown()).meta({ description: "The method's parameters." }),
      })
      .meta({ description: "The same call, for wallets that read this shape." }),
    walletRpc: z
      .object({
        chainId: z.string().meta({ description: "The chain, as CAIP-2." }),
        method: z.string().meta({ description: "The RPC method, such as eth_signTypedData_v4." }),
        params: z.string().meta({ description: "The method's parameters, as JSON text." }),
      })
      .meta({ description: "The call, for wallets that read this shape." }),
  })
  .meta({ id: "WalletAction" });

/** A request for buyer data: for wallets that show our form, and for wallets that draw their own. */
const dataForm = z.object({
  url: z.string().meta({
    description:
      "The hosted form, for a web view. It posts IC_COMPLETE or IC_ERROR; after IC_COMPLETE, confirm without collectedData.",
  }),
  schema: z.record(z.string(), z.unknown()).meta({ description: "The form as JSON Schema, draft 2020-12." }),
  fields: z
    .array(
      z.object({
        id: z.string().meta({ description: "The field's id." }),
        name: z.string().meta({ description: "The field's label." }),
        required: z.boolean().meta({
          description:
            "True when the field is always required. One of the two places is required too: of birth or of residence.",
        }),
        type: z.enum(["text", "date", "checkbox"]).meta({ description: "The kind of input." }),
      }),
    )
    .meta({ description: "The form's fields, for wallets that render it themselves and send collectedData." }),
});

const collectData = dataForm.nullable().meta({
  description: "The form that the buyer must complete first; null if none is required.",
});

const paymentOption = z
  .object({
    id: z.string().meta({ description: "The option's id." }),
    account: z.string().meta({ description: "The buyer's account that pays, as CAIP-10, spelled as in the request." }),
    amount: amount.meta({ description: "The amount the buyer pays with this option; valid until its expiresAt." }),
    balance: z.string().regex(/^\d+$/).meta({
      description: "The account's balance of the token in its smallest unit, as decimal digits.",
    }),
    etaS: z.int().meta({ description: "The estimated time to complete the payment on this chain, in seconds." }),
    expiresAt: z.int().meta({ description: "When this option's amount expires, in Unix seconds." }),
    exchangeRate: z
      .object({
        currency: z.string().meta({ description: "The currency of the payment's amount, as an ISO 4217 code." }),
        value: z.string().meta({
          description: "The worth of one unit of the currency in the token: a decimal with five significant digits.",
        }),
      })
      .nullable()
      .meta({
        description:
          "The rate by which the amount was converted, to show to the buyer; null for a price in the token or in the currency that it is worth.",
      }),
    actions: z.array(walletAction).meta({
      description: "The actions for the wallet, in order. Each one's result goes into confirm.",
    }),
    collectData,
  })
  .meta({ id: "PaymentOption" });

export const optionsBody = z.strictObject({
  accounts: z.array(z.string()).min(1).max(50).meta({
    description: "The buyer's accounts, as CAIP-10. Accounts on chains that aren't enabled are ignored.",
  }),
  refresh: z.array(z.unknown()).nullable().optional().meta({ description: "Accepted; has no effect." }),
});

export const optionsQuery = z.object({
  includePaymentInfo: z
    .enum(["true", "false"])
    .default("false")
    .transform((text) => text === "true")
    .meta({ description: "Whether the response includes info.", wireForm: { type: "boolean", default: false } }),
});

export const paymentOptions = z.object({
  paymentId,
  live,
  info: paymentInfo.optional().meta({ description: "The payment; present when requested." }),
  options: z.array(paymentOption).nullable().meta({
    description: "The options the buyer can pay with, best first; null when the payment has ended.",
  }),
  collectData,
  resultInfo,
  unavailableNetworks: z.array(network).meta({
    description:
      "Networks of the accounts that didn't respond, so that options may be missing. When there is no option at all because of them, the response is a 503 instead.",
  }),
  shortfalls: z
    .array(
      z.object({
        account: z.string().meta({ description: "The buyer's account, as CAIP-10, spelled as in the request." }),
        amount: amount.meta({ description: "The amount the payment costs in this token." }),
        missing: amount.meta({ description: "The part of it that the account doesn't hold." }),
      }),
    )
    .meta({
      description:
        "Tokens that the accounts hold too little of. Empty when there is an option, because the buyer can pay with that one.",
    }),
});

const optionId = z.string().max(64).meta({ description: "The id of the chosen option." });

export const fetchBody = z.strictObject({
  optionId,
  data: z.unknown().optional().meta({ description: "Accepted; has no effect." }),
});
export const fetchedActions = z.object({
  actions: z.array(walletAction).meta({ description: "The actions for the wallet, in order." }),
});

export const confirmBody = z.strictObject({
  optionId,
  results: z
    .array(
      z.strictObject({
        type: z.string().meta({ description: "Always walletRpc." }),
        data: z.array(z.string().max(32_768)).max(10).meta({
          description: "The signatures or transaction hashes, 0x-prefixed, in the order of the actions.",
        }),
      }),
    )
    .max(10)
    .meta({ description: "The wallet's results: one entry per action, or a single entry with all of them." }),
  collectedData: z
    .strictObject({
      fields: z
        .array(
          z.strictObject({
            id: z.string().meta({ description: "The field's id." }),
            value: z.string().meta({ description: "The buyer's input, as text." }),
          }),
        )
        .max(50)
        .meta({ description: "The fields that the buyer completed." }),
    })
    .nullable()
    .optional()
    .meta({ description: "The buyer's data. Leave it out when the buyer completed the hosted form." }),
  excludeFromRelayer: anyJson.optional().meta({ description: "Accepted and stored; has no effect." }),
});

export const confirmAnswer = paymentStatusAnswer.omit({ failureCode: true, deposit: true });

export const depositAssets = z.object({
  paymentId,
  live,
  assets: z
    .array(
      z.object({
        asset: z.string().meta({ description: "The token, as CAIP-19." }),
        amount: amount.meta({ description: "What the payment costs in it now." }),
      }),
    )
    .meta({ description: "The tokens in which the payment can be paid by a transfer, and what it costs in each." }),
  depositUntil: z.int().meta({ description: "When the last transfer may arrive, in Unix seconds." }),
  unavailableNetworks: z.array(network).meta({
    description: "Networks that didn't respond, so that tokens may be missing.",
  }),
});

export const depositBody = z.strictObject({
  asset: z.string().max(128).meta({ description: "The token to send, as CAIP-19." }),
});

export const givenDeposit = deposit.extend({
  paymentId,
  live,
  depositUntil: z.int().meta({ description: "When the last transfer may arrive, in Unix seconds." }),
  code: z.string().meta({
    description:
      "Proves that you were shown this address. Keep it with the order: it names a refund account, and restores the address should the service lose it.",
  }),
});

export const refundAccountBody = z.strictObject({
  code: z.string().max(4_096).meta({ description: "The code that came with the address." }),
  account: z.string().max(128).meta({
    description: "Your account for refunds, as CAIP-10, on the network of the address. It can be named once.",
  }),
});

export const refundAccount = z.object({
  paymentId,
  live,
  account: z.string().meta({ description: "The account that refunds of transfers go to, as CAIP-10." }),
});

export type WireInfo = z.output<typeof paymentInfo>;
export type WireAction = z.output<typeof walletAction>;
export type WireForm = z.output<typeof dataForm>;
export type WireOption = z.output<typeof paymentOption>;
export type GatewayOptions = z.output<typeof paymentOptions>;
export type WireDepositAssets = z.output<typeof depositAssets>;
export type WireGivenDeposit = z.output<typeof givenDeposit>;
