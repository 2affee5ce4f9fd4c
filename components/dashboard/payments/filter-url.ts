import type { QueryInput } from "#lib/dashboard/rpc/contract.ts";

/** The filters and the order of the list, without the position. */
export type PaymentListInput = Omit<QueryInput<"payments.list">, "after">;
export type PaymentFilterInput = QueryInput<"payments.statistics">;

/** Query parameters of the filters; lists are comma-separated. */
const lists = { statuses: "status", merchants: "merchant", tokens: "token", networks: "network" } as const;
const texts = { from: "from", to: "to", reference: "reference" } as const;

/** Reads a URL query. Invalid values are kept for the server to reject, so that none is dropped silently. */
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

/** Writes a URL query that {@link readListInput} reads; "" for the defaults. */
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
  // Commas are valid in a query and easier to read.
  const text = params.toString().replaceAll("%2C", ",");
  return text === "" ? "" : `?${text}`;
}

/** Returns the filters without the order. */
export function filtersOf({ sort: _sort, direction: _direction, ...filters }: PaymentListInput): PaymentFilterInput {
  return filters;
}
