import type { QueryInput } from "#lib/dashboard/rpc/contract.ts";

/** What the list is asked for, but for the place: the filters, and the order. */
export type PaymentListInput = Omit<QueryInput<"payments.list">, "after">;
export type PaymentFilterInput = QueryInput<"payments.statistics">;

/** Where a filter stands in the address; lists are comma-separated. */
const lists = { statuses: "status", merchants: "merchant", tokens: "token", networks: "network" } as const;
const texts = { from: "from", to: "to", reference: "reference" } as const;

/** Reads an address. Whatever else it holds, and what is wrong in it, the server says: nothing is dropped in silence. */
export function readListInput(params: URLSearchParams): PaymentListInput {
  const input: Record<string, unknown> = {};
  for (const [field, name] of Object.entries(lists)) {
    const values = params
      .getAll(name)
      .flatMap((text) => text.split(","))
      .filter(Boolean);
    if (values.length > 0) input[field] = values;
  }
  for (const [field, name] of Object.entries(texts)) {
    const value = params.get(name);
    if (value) input[field] = value;
  }
  if (params.get("sort")) input.sort = params.get("sort");
  if (params.get("direction")) input.direction = params.get("direction");
  return input as PaymentListInput;
}

/** Writes an address, which {@link readListInput} reads; "" when nothing is chosen. */
export function writeListInput(input: PaymentListInput): string {
  const params = new URLSearchParams();
  for (const [field, name] of Object.entries(lists)) {
    const values = input[field as keyof typeof lists] ?? [];
    if (values.length > 0) params.set(name, values.join(","));
  }
  for (const [field, name] of Object.entries(texts)) {
    const value = input[field as keyof typeof texts];
    if (value) params.set(name, value);
  }
  if (input.sort === "amount") params.set("sort", input.sort);
  if (input.direction === "asc") params.set("direction", input.direction);
  // Commas are allowed in a query, and read better.
  const text = params.toString().replaceAll("%2C", ",");
  return text === "" ? "" : `?${text}`;
}

/** The filters alone. */
export function filtersOf({ sort: _sort, direction: _direction, ...filters }: PaymentListInput): PaymentFilterInput {
  return filters;
}
