import { listBuyerData } from "#lib/domain/payments/buyer-data/list-buyer-data.ts";
import { setBuyerDataPolicy } from "#lib/domain/payments/buyer-data/set-buyer-data-policy.ts";
import { rateSource } from "#lib/domain/payments/rates/configured-rate-source.ts";
import { requirePartner, say } from "#scripts/partner/console.ts";
import { UsageError } from "#scripts/process/run-command.ts";

export type Provider = { name: string; termsUrl: string; privacyUrl: string };

/** Sets which buyers are asked for their data. */
export async function runCollect(
  [partnerId = "", when, currency = "", value = ""]: string[],
  provider: Provider,
): Promise<void> {
  const scope = await requirePartner(partnerId);
  const policy = () => {
    if (when === "off") return { kind: "off" } as const;
    if (when === "always") return { kind: "always", provider } as const;
    if (when !== "from") throw new UsageError(`${when} isn't off, always or from.`);
    if (!/^\d{1,60}$/.test(value))
      throw new UsageError("from takes a currency and a whole number of its smallest unit.");
    return { kind: "from", currency, value: BigInt(value), provider } as const;
  };
  await setBuyerDataPolicy(scope, policy(), rateSource());
  say(`Buyer data policy of ${partnerId}: ${[when, currency, value].join(" ").trim()}.`);
}

/** Prints the buyer data of a payment, one JSON object per line. */
export async function runCollected([partnerId = "", paymentId = ""]: string[]): Promise<void> {
  const submissions = await listBuyerData(await requirePartner(partnerId), paymentId);
  for (const submission of submissions) say(JSON.stringify(submission));
}
