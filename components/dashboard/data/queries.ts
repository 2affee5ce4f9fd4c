import { infiniteQueryOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { fetchQuery, sendMutation } from "#components/dashboard/data/rpc-client.ts";
import { isUnderWay } from "#components/dashboard/exceptions/exception.ts";
import type { QueryInput, QueryName } from "#lib/dashboard/rpc/contract.ts";

/** Builds every query key: the query's name, then its input. */
export function keyOf<Name extends QueryName>(name: Name, input: QueryInput<Name>) {
  return ["dashboard", name, input] as const;
}

/** The options of a dashboard query, for useQuery and prefetching. */
export function rpcQuery<Name extends QueryName>(name: Name, input: QueryInput<Name>) {
  return queryOptions({ queryKey: keyOf(name, input), queryFn: ({ signal }) => fetchQuery(name, input, signal) });
}

type MerchantFilter = Omit<QueryInput<"merchants.list">, "after">;
type MerchantPosition = QueryInput<"merchants.list">["after"];

/** The list of merchants as an infinite query. */
export function merchantPages(filter: MerchantFilter) {
  return infiniteQueryOptions({
    queryKey: keyOf("merchants.list", filter),
    queryFn: ({ pageParam: after, signal }) => fetchQuery("merchants.list", { ...filter, after }, signal),
    initialPageParam: null as MerchantPosition,
    getNextPageParam: ({ next }) => (next === null ? null : ([...next] as MerchantPosition)),
  });
}

type CopyablePosition = QueryInput<"goLive.merchants">["after"];

/** The merchants of test mode, with their live copies, as an infinite query. */
export function copyablePages() {
  return infiniteQueryOptions({
    queryKey: keyOf("goLive.merchants", {}),
    queryFn: ({ pageParam: after, signal }) => fetchQuery("goLive.merchants", { after }, signal),
    initialPageParam: null as CopyablePosition,
    getNextPageParam: ({ next }) => (next === null ? null : ([...next] as CopyablePosition)),
  });
}

const verdictHoldsMs = 60_000;

/** The server's verdict on a logo URL. Cached and never retried, because each call fetches from another host. */
export function logoVerdict(url: string) {
  return queryOptions({
    queryKey: ["dashboard", "merchants.previewLogo", url],
    queryFn: () => sendMutation("merchants.previewLogo", { url }),
    staleTime: verdictHoldsMs,
    retry: false,
  });
}

const payoutPollMs = 3_000;

type HeldPosition = QueryInput<"payouts.held">["after"];

/** The held money of a merchant, or of all, as an infinite query; read again while a payout of it is running. */
export function heldPages(merchantId: string | null) {
  const of = merchantId === null ? {} : { merchantId };
  return infiniteQueryOptions({
    queryKey: keyOf("payouts.held", of),
    queryFn: ({ pageParam: after, signal }) => fetchQuery("payouts.held", { ...of, after }, signal),
    initialPageParam: null as HeldPosition,
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ held }) => held.some(({ lastBulkPayout }) => lastBulkPayout?.state === "running"))
        ? payoutPollMs
        : false,
  });
}

type BalancePosition = QueryInput<"settlements.balances">["after"];

/** The merchants' balances as an infinite query. */
export function balancePages() {
  return infiniteQueryOptions({
    queryKey: keyOf("settlements.balances", {}),
    queryFn: ({ pageParam: after, signal }) => fetchQuery("settlements.balances", { after }, signal),
    initialPageParam: null as BalancePosition,
    getNextPageParam: ({ next }) => next,
  });
}

type SettlementFilter = Omit<QueryInput<"settlements.list">, "after">;
type SettlementPosition = QueryInput<"settlements.list">["after"];

/** The list of settlements as an infinite query. */
export function settlementPages(filter: SettlementFilter) {
  return infiniteQueryOptions({
    queryKey: keyOf("settlements.list", filter),
    queryFn: ({ pageParam: after, signal }) => fetchQuery("settlements.list", { ...filter, after }, signal),
    initialPageParam: null as SettlementPosition,
    getNextPageParam: ({ next }) => next,
  });
}

type ExceptionPosition = QueryInput<"exceptions.list">["after"];

const decisionPollMs = 4_000;

/** The exceptions of transfers as an infinite query, read again while Till carries out a decision. */
export function exceptionPages(filter: Omit<QueryInput<"exceptions.list">, "after">) {
  return infiniteQueryOptions({
    queryKey: keyOf("exceptions.list", filter),
    queryFn: ({ pageParam: after, signal }) => fetchQuery("exceptions.list", { ...filter, after }, signal),
    initialPageParam: null as ExceptionPosition,
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ exceptions }) => exceptions.some(isUnderWay)) ? decisionPollMs : false,
  });
}

type CustomerPosition = QueryInput<"customers.list">["after"];

/** The list of customers as an infinite query. */
export function customerPages(filter: Omit<QueryInput<"customers.list">, "after">) {
  return infiniteQueryOptions({
    queryKey: keyOf("customers.list", filter),
    queryFn: ({ pageParam: after, signal }) => fetchQuery("customers.list", { ...filter, after }, signal),
    initialPageParam: null as CustomerPosition,
    getNextPageParam: ({ next }) => next,
  });
}

/** Refetches the mounted queries of these names, for every input, after a change. */
export async function refetchQueries(client: QueryClient, names: readonly QueryName[]): Promise<void> {
  await Promise.all(names.map((name) => client.invalidateQueries({ queryKey: ["dashboard", name] })));
}

type RequestPosition = QueryInput<"developers.requests">["after"];

/** The log of API requests as an infinite query. */
export function requestPages(filter: Omit<QueryInput<"developers.requests">, "after">) {
  return infiniteQueryOptions({
    queryKey: keyOf("developers.requests", filter),
    queryFn: ({ pageParam: after, signal }) => fetchQuery("developers.requests", { ...filter, after }, signal),
    initialPageParam: null as RequestPosition,
    getNextPageParam: ({ next }) => next,
  });
}

/** The audit log as an infinite query. */
export function auditPages(filter: Omit<QueryInput<"settings.audit">, "before">) {
  return infiniteQueryOptions({
    queryKey: keyOf("settings.audit", filter),
    queryFn: ({ pageParam: before, signal }) => fetchQuery("settings.audit", { ...filter, before }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
}

/** The partner's events as an infinite query. */
export function eventPages(filter: Omit<QueryInput<"events.list">, "after">) {
  return infiniteQueryOptions({
    queryKey: keyOf("events.list", filter),
    queryFn: ({ pageParam: after, signal }) => fetchQuery("events.list", { ...filter, after }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
}

const deliveryPollMs = { busy: 2_000, idle: 4_000 } as const;

/** An endpoint's deliveries as an infinite query, read again often while some are pending. A long list isn't read again. */
export function deliveryPages(filter: Omit<QueryInput<"webhooks.deliveries">, "after">, isBusy = false) {
  return infiniteQueryOptions({
    queryKey: keyOf("webhooks.deliveries", filter),
    queryFn: ({ pageParam: after, signal }) => fetchQuery("webhooks.deliveries", { ...filter, after }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) => {
      if (state.data?.pages.length !== 1) return false;
      return isBusy ? deliveryPollMs.busy : deliveryPollMs.idle;
    },
  });
}
