import { isId } from "#lib/core/ids.ts";
import { listBuyerData } from "#lib/domain/payments/buyer-data/list-buyer-data.ts";
import { setBuyerDataPolicy } from "#lib/domain/payments/buyer-data/set-buyer-data-policy.ts";
import { getPayment } from "#lib/domain/payments/get-payment.ts";
import { rateSource } from "#lib/domain/payments/rates/configured-rate-source.ts";
import { requirePartner, say } from "#scripts/partner/console.ts";
import { UsageError } from "#scripts/process/run-command.ts";

export type Provider = { name: string; termsUrl: string; privacyUrl: string };

/** Sets which buyers are asked for their data. */
export async function runCollect([partnerId = "", when, ...amount]: string[], provider: Provider): Promise<void> {
  const scope = await requirePartner(partnerId);
  const [currency = "", value = "", ...more] = amount;
  const policy = () => {
    const unused = when === "from" ? more : amount;
    if (unused.length > 0 && (when === "off" || when === "always" || when === "from")) {
      throw new UsageError(`${when} takes no ${unused.join(" ")}; nothing was changed.`);
    }
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

/** Prints the buyer data of a payment, one JSON object per line. Says on stderr that there is none. */
export async function runCollected([partnerId = "", paymentId = ""]: string[]): Promise<void> {
  const scope = await requirePartner(partnerId);
  if (!isId("pay", paymentId)) {
    throw new UsageError(`"${paymentId}" isn't a payment id. Payment ids are pay_ and 26 letters and digits.`);
  }
  await getPayment(scope, paymentId);
  const submissions = await listBuyerData(scope, paymentId);
  for (const submission of submissions) say(JSON.stringify(submission));
  if (submissions.length === 0) {
    process.stderr.write(`No buyer data of ${paymentId} is stored: none was collected, or it has been deleted.\n`);
  }
}
