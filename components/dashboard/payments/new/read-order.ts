import type { Issue } from "#lib/core/errors.ts";
import type { MutationInput } from "#lib/dashboard/rpc/contract.ts";

type Order = Omit<MutationInput<"payments.create">, "key">;

/** What the form says, as the server takes it. Empty addresses of the shop are left out, both together. */
export function readOrder(form: FormData): Order {
  const text = (name: string) => String(form.get(name) ?? "").trim();
  const [successUrl, errorUrl] = [text("successUrl"), text("errorUrl")];
  return {
    merchantId: text("merchantId"),
    referenceId: text("referenceId"),
    amount: { unit: text("unit"), value: text("value").replace(",", ".") },
    expiresInMinutes: Number(text("expiresInMinutes")),
    ...(successUrl === "" && errorUrl === "" ? {} : { checkout: { successUrl, errorUrl } }),
  };
}

/** The form's own names for what the server says is wrong, in the form's order. */
const names: Readonly<Record<string, string>> = {
  merchantId: "merchantId",
  referenceId: "referenceId",
  "amount.value": "value",
  "amount.unit": "unit",
  expiresAt: "expiresInMinutes",
  expiresInMinutes: "expiresInMinutes",
  "checkout.successUrl": "successUrl",
  "checkout.errorUrl": "errorUrl",
};

/** The first control with something wrong; null when none of it is about a control. */
export function firstFault(issues: readonly Issue[]): string | null {
  const found = Object.entries(names).find(([field]) => issues.some((issue) => issue.field === field));
  return found?.[1] ?? null;
}
