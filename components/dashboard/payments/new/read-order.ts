import type { Issue } from "#lib/core/errors.ts";
import type { MutationInput } from "#lib/dashboard/rpc/contract.ts";

type Order = Omit<MutationInput<"payments.create">, "key">;

/** Reads the form as the input of `payments.create`. An empty description is omitted, and so are the shop's URLs when both are empty. */
export function readOrder(form: FormData): Order {
  const text = (name: string) => String(form.get(name) ?? "").trim();
  const successUrl = text("successUrl");
  const errorUrl = text("errorUrl");
  const description = text("description");
  return {
    merchantId: text("merchantId"),
    referenceId: text("referenceId"),
    ...(description === "" ? {} : { description }),
    amount: { unit: text("unit"), value: text("value") },
    expiresInMinutes: Number(text("expiresInMinutes")),
    ...(successUrl === "" && errorUrl === "" ? {} : { checkout: { successUrl, errorUrl } }),
  };
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
