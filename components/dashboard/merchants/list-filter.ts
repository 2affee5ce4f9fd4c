import type { QueryInput } from "#lib/dashboard/rpc/contract.ts";

export type MerchantListFilter = Omit<QueryInput<"merchants.list">, "after">;

const statuses = ["active", "suspended", "inactive"] as const;

type Readable = { get(name: string): string | null };

/** Reads the list's filter from a URL; ignores unknown values. */
export function readFilter(params: Readable): MerchantListFilter {
  const search = params.get("search")?.trim().slice(0, 256) ?? "";
  const status = statuses.find((each) => each === params.get("status"));
  return {
    ...(search === "" ? {} : { search }),
    ...(status === undefined ? {} : { status }),
    ...(params.get("destination") === "none" ? { lacksDestination: true } : {}),
  };
}

/** Writes a filter as a URL query with its `?`; empty without a filter. */
export function writeFilter({ search, status, lacksDestination }: MerchantListFilter): string {
  const params = new URLSearchParams();
  if (search !== undefined && search !== "") params.set("search", search);
  if (status !== undefined) params.set("status", status);
  if (lacksDestination === true) params.set("destination", "none");
  return params.size === 0 ? "" : `?${params}`;
}
