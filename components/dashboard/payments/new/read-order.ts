import type { Issue } from "#lib/core/errors.ts";
import type { MutationInput } from "#lib/dashboard/rpc/contract.ts";

type Order = Omit<MutationInput<"payments.create">, "key">;

/** Reads the form as the input of `payments.create`. An empty description is omitted, and so are the shop's URLs when both are empty. */
export function readOrder(form: FormData): Order {
  const text = (name: string) => String(form.get(name) ?? "").trim();
  const successUrl = text("successUrl");
  const errorUrl = text("errorUrl");
  const unit = text("unit");
  const description = text("description");
  return {
    merchantId: text("merchantId"),
    referenceId: text("referenceId"),
    ...(description === "" ? {} : { description }),
    amount: { unit, value: readAmount(text("value"), unit) },
    expiresInMinutes: Number(text("expiresInMinutes")),
    ...(successUrl === "" && errorUrl === "" ? {} : { checkout: { successUrl, errorUrl } }),
  };
}

/**
 * Reads an amount with or without thousands separators, such as `1,250.00`, `1.250,00` or `1 250`, as a decimal with a point.
 * `1,250` is a thousand in a currency. In a token, which has more decimals, it could be either, so it stays as it is and the
 * server refuses it.
 */
export function readAmount(text: string, unit: string): string {
  const plain = text.replace(/(?<=\d)[\s'’](?=\d{3}(?!\d))/g, "");
  const isGrouped = /^[1-9]\d{0,2}((,\d{3})+\.\d*|(,\d{3}){2,})$/.test(plain);
  const isThousand = unit.startsWith("iso4217/") && /^[1-9]\d{0,2},\d{3}$/.test(plain);
  if (isGrouped || isThousand) return plain.replaceAll(",", "");
  if (/^[1-9]\d{0,2}((\.\d{3})+,\d*|(\.\d{3}){2,})$/.test(plain)) return plain.replaceAll(".", "").replace(",", ".");
  return /^[1-9]\d{0,2},\d{3}$/.test(plain) ? plain : plain.replace(",", ".");
}

/** Form field names by the server's issue fields, in form order. */
const names: Readonly<Record<string, string>> = {
  merchantId: "merchantId",
  referenceId: "referenceId",
  description: "description",
  "amount.value": "value",
  "amount.unit": "unit",
  expiresAt: "expiresInMinutes",
  expiresInMinutes: "expiresInMinutes",
  "checkout.successUrl": "successUrl",
  "checkout.errorUrl": "errorUrl",
};

/** Returns the name of the first invalid control; null when no issue is about a control. */
export function firstFault(issues: readonly Issue[]): string | null {
  const found = Object.entries(names).find(([field]) => issues.some((issue) => issue.field === field));
  return found?.[1] ?? null;
}
