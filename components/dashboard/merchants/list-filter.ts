import type { QueryInput } from "#lib/dashboard/rpc/contract.ts";

export type MerchantListFilter = Omit<QueryInput<"merchants.list">, "after">;

const statuses = ["active", "suspended", "inactive"] as const;

type Readable = { get(name: string): string | null };

/** The filter that an address of the list stands for; what it does not understand, it passes over. */
export function readFilter(params: Readable): MerchantListFilter {
  const search = params.get("search")?.trim().slice(0, 256) ?? "";
  const status = statuses.find((each) => each === params.get("status"));
  return {
    ...(search === "" ? {} : { search }),
    ...(status === undefined ? {} : { status }),
    ...(params.get("destination") === "none" ? { lacksDestination: true } : {}),
  };
}

/** The query of the address that a filter has, with its `?`; empty for none. */
export function writeFilter({ search, status, lacksDestination }: MerchantListFilter): string {
  const params = new URLSearchParams();
  if (search !== undefined && search !== "") params.set("search", search);
  if (status !== undefined) params.set("status", status);
  if (lacksDestination === true) params.set("destination", "none");
  return params.size === 0 ? "" : `?${params}`;
}
