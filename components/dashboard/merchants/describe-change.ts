import { bankTypeWords } from "#components/dashboard/merchants/settlements/bank-type-words.ts";
import { bankTypes } from "#lib/core/bank-account.ts";
import type { QueryOutput } from "#lib/dashboard/rpc/contract.ts";

export type Change = QueryOutput<"merchants.history">["changes"][number];
type Value = string | number | boolean | null;

export type FieldChange = { label: string; before: string | null; after: string | null };
export type DescribedChange = { title: string; fields: FieldChange[] };

const fieldLabels: Readonly<Record<string, string>> = {
  name: "Name",
  email: "Email",
  icon_url: "Logo URL",
  status: "Status",
  destination: "Address",
  asset: "Token",
  takes_effect_at: "Takes effect",
  holder_name: "Holder",
  bank_type: "Account type",
  currency: "Currency",
  account_ending: "Account ends in",
  only_settleable_tokens: "Only tokens that can be settled",
  sends_receipts: "Receipts by email",
  accepts_transfers: "Payment by transfer",
  support_contact: "Support contact",
  brand_color: "Brand color",
  payouts: "Payments",
  reason: "Reason",
};

const subjects: Readonly<Record<string, string>> = {
  merchant: "Merchant",
  crypto_settlement: "Settlement destination",
  pending_destination: "Pending settlement destination",
  fiat_settlement: "Bank account",
  bulk_payout: "Payout of held money",
};
const verbs: Readonly<Record<string, string>> = { created: "added", updated: "changed", deleted: "removed" };

/** Describes an entry of the audit log. @param nameOf returns the name of a token by its asset. */
export function describeChange(
  { action, asset, before, after }: Change,
  nameOf: (asset: string) => string,
): DescribedChange {
  const [subject = "", verb = ""] = action.split(".");
  const what = `${subjects[subject] ?? subject}${asset === null ? "" : ` for ${nameOf(asset)}`}`;
  const keys = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const fields = keys.flatMap((key) => {
    const label = fieldLabels[key];
    const from = wordsOf(key, before?.[key]);
    const to = wordsOf(key, after?.[key]);
    // The title names the token already, and an initial status of active is the default.
    const isPlain = label === undefined || from === to || key === "asset" || (from === null && to === "active");
    return isPlain ? [] : [{ label, before: from, after: to }];
  });
  return {
    title: titleOf(subject, verb, what, after),
    fields: verb === "deleted" && subject === "merchant" ? [] : fields,
  };
}

function titleOf(subject: string, verb: string, what: string, after: Change["after"]): string {
  if (subject !== "merchant") return `${what} ${verbs[verb] ?? verb}`;
  if (after?.status === "suspended") return "Merchant suspended";
  if (verb === "updated" && after?.status === "active") return "Merchant reactivated";
  return `${what} ${verb === "updated" ? "changed" : verb}`;
}

function wordsOf(key: string, value: Value | undefined): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === "boolean") return value ? "Yes" : "No";
  const text = String(value);
  if (key === "destination") return text.replace(/^eip155:\d+:/, "");
  const bankType = bankTypes.find((type) => key === "bank_type" && type === text);
  return bankType === undefined ? text : bankTypeWords[bankType];
}
