import type { QueryInput } from "#lib/dashboard/rpc/contract.ts";

/** The filters of the list of settlements, without the position. */
export type SettlementFilterInput = Omit<QueryInput<"settlements.list">, "after">;

const lists = { states: "state", merchants: "merchant" } as const;
const texts = ["from", "to"] as const;

/** Reads a URL query. Invalid values are kept for the server to reject, so that none is dropped silently. */
export function readSettlementFilter(params: URLSearchParams): SettlementFilterInput {
  const input: Record<string, unknown> = {};
  for (const [field, name] of Object.entries(lists)) {
    const values = params
      .getAll(name)
      .flatMap((text) => text.split(","))
      .filter(Boolean);
    if (values.length > 0) input[field] = values;
  }
  for (const name of texts) if (params.get(name)) input[name] = params.get(name);
  return input as SettlementFilterInput;
}

/** Writes a URL query that {@link readSettlementFilter} reads; "" for no filter. */
export function writeSettlementFilter(input: SettlementFilterInput): string {
  const params = new URLSearchParams();
  for (const [field, name] of Object.entries(lists)) {
    const values = input[field as keyof typeof lists] ?? [];
    if (values.length > 0) params.set(name, values.join(","));
  }
  for (const name of texts) if (input[name]) params.set(name, input[name]);
  // Commas are valid in a query and easier to read.
  const text = params.toString().replaceAll("%2C", ",");
  return text === "" ? "" : `?${text}`;
}
