import { z } from "zod";

const unit = z.string().meta({
  description: "The asset: caip19/<chain>/erc20:<contract> for a token, iso4217/<code> for a currency.",
});
const value = z.string().meta({
  description: "An integer in the asset's smallest unit, as decimal digits.",
});

const display = z
  .object({
    assetSymbol: z.string().meta({ description: "The asset's symbol." }),
    assetName: z.string().meta({ description: "The asset's name." }),
    decimals: z.int().meta({ description: "The number of digits of value after the decimal point." }),
    networkName: z.string().optional().meta({ description: "The chain's name." }),
    iconUrl: z.url().optional().meta({ description: "The URL of the asset's icon." }),
    networkIconUrl: z.url().optional().meta({ description: "The URL of the chain's icon." }),
  })
  .meta({ id: "Display" });

/** An amount in a response. */
export const amount = z
  .object({ unit, value: value.regex(/^\d+$/), display: display.meta({ description: "How to display the amount." }) })
  .meta({ id: "Amount" });

/** An amount of which only the unit is given. */
export const unitAmount = z.object({ unit });

export type WireAmount = z.output<typeof amount>;
