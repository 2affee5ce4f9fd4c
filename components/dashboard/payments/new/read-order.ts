import type { Issue } from "#lib/core/errors.ts";
import type { MutationInput } from "#lib/dashboard/rpc/contract.ts";

type Order = Omit<MutationInput<"payments.create">, "key">;

type ItemField = "name" | "quantity" | "total";

/** The name of a line item's control, which is that of its field in the server's issues. */
export function itemField(place: number, field: ItemField): string {
  return `lineItems.${place}.${field}`;
}

/**
 * Reads the form as the input of `payments.create`. An empty reference, description or list of items is
 * omitted, and so are the shop's URLs when both are empty.
 */
export function readOrder(form: FormData): Order {
  const text = (name: string) => String(form.get(name) ?? "").trim();
  const successUrl = text("successUrl");
  const errorUrl = text("errorUrl");
  const description = text("description");
  const referenceId = text("referenceId");
  const lineItems = readItems(text, form);
  return {
    merchantId: text("merchantId"),
    ...(referenceId === "" ? {} : { referenceId }),
    ...(description === "" ? {} : { description }),
    amount: { unit: text("unit"), value: text("value") },
    ...(lineItems.length === 0 ? {} : { lineItems }),
    expiresInMinutes: Number(text("expiresInMinutes")),
    ...(successUrl === "" && errorUrl === "" ? {} : { checkout: { successUrl, errorUrl } }),
  };
}

function readItems(text: (name: string) => string, form: FormData): NonNullable<Order["lineItems"]> {
  const items: NonNullable<Order["lineItems"]> = [];
  for (let place = 0; form.has(itemField(place, "name")); place += 1) {
    const of = (field: ItemField) => text(itemField(place, field));
    items.push({ name: of("name"), quantity: Number(of("quantity") || "1"), total: of("total") });
  }
  return items;
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
  const ofItems = issues.find(({ field }) => field.startsWith("lineItems"))?.field;
  return found?.[1] ?? (ofItems === "lineItems" ? itemField(0, "total") : (ofItems ?? null));
}
