import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { Suspense } from "react";
import { keyOf } from "#components/dashboard/data/queries.ts";
import { Overview } from "#components/dashboard/overview/overview.tsx";
import { OverviewSkeleton } from "#components/dashboard/overview/overview-skeleton.tsx";
import { PeriodPicker } from "#components/dashboard/overview/period-picker.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { isTestRequest } from "#lib/dashboard/is-test-request.ts";
import { type PeriodInput, periodInput } from "#lib/dashboard/overview/period-input.ts";
import { requireMember } from "#lib/dashboard/require-member.ts";
import { callQuery } from "#lib/dashboard/rpc/call-procedure.ts";
import type { Member } from "#lib/domain/partners/users/session.ts";

/** Next applies the layout's template to the pages below this one only. */
export async function generateMetadata(): Promise<Metadata> {
  return { title: (await isTestRequest()) ? { absolute: "TEST: Overview · Till" } : "Overview" };
}

type Search = Partial<Record<string, string | string[]>>;

export default async function OverviewPage({ searchParams }: { searchParams: Promise<Search> }) {
  const member = await requireMember();
  const search = await searchParams;
  const { period, from, to } = Object.fromEntries(
    Object.entries(search).map(([name, value]) => [name, typeof value === "string" ? value : undefined]),
  );
  const parsed = periodInput.safeParse({
    ...(period === undefined ? {} : { period }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  });
  const input: PeriodInput = parsed.data ?? {};
  const issueOf = (field: string) => {
    const issue = parsed.error?.issues.find(({ path }) => path[0] === field);
    return issue === undefined ? {} : { [field]: issue.code === "custom" ? issue.message : "must be a date" };
  };
  return (
    <>
      <PageHeader title="Overview" about={member.partnerName} />
      <PeriodPicker
        key={`picker ${JSON.stringify(search)}`}
        input={input}
        days={{ from: from ?? "", to: to ?? "" }}
        errors={{ ...issueOf("from"), ...issueOf("to") }}
      />
      <Suspense key={`figures ${JSON.stringify(input)}`} fallback={<OverviewSkeleton />}>
        <ReadOverview member={member} input={input} />
      </Suspense>
    </>
  );
}

/** Loads the figures after the page header, which doesn't wait for them. */
async function ReadOverview({ member, input }: { member: Member; input: PeriodInput }) {
  const client = new QueryClient();
  await Promise.all([
    client.prefetchQuery({
      queryKey: keyOf("overview.figures", input),
      queryFn: () => callQuery("overview.figures", member, input),
    }),
    client.prefetchQuery({
      queryKey: keyOf("overview.attention", {}),
      queryFn: () => callQuery("overview.attention", member, {}),
    }),
  ]);
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <Overview input={input} role={member.role} />
    </HydrationBoundary>
  );
}
