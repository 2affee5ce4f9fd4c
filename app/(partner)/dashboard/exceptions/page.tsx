import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { toSearchParams } from "#components/dashboard/data/filter-query.ts";
import { exceptionPages } from "#components/dashboard/data/queries.ts";
import { ExceptionsView } from "#components/dashboard/exceptions/exceptions-view.tsx";
import { readExceptionFilter } from "#components/dashboard/exceptions/filter-url.ts";
import { LiveOnly } from "#components/dashboard/live-only.tsx";
import { paths } from "#components/dashboard/paths.ts";
import { Link } from "#components/ui/link.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import { isTestAccount } from "#lib/core/account-mode.ts";
import { requireMember } from "#lib/dashboard/require-member.ts";
import { callQuery } from "#lib/dashboard/rpc/call-procedure.ts";

export const metadata: Metadata = { title: "Exceptions" };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function ExceptionsPage({ searchParams }: Props) {
  const member = await requireMember("read");
  const filter = readExceptionFilter(toSearchParams(await searchParams));
  const client = new QueryClient();
  // A failed prefetch is ignored: the lists refetch and show the error themselves.
  await Promise.all(
    [true, false].map((isOpen) =>
      client.prefetchInfiniteQuery({
        ...exceptionPages({ ...filter, isOpen }),
        queryFn: () => callQuery("exceptions.list", member, { ...filter, isOpen }),
      }),
    ),
  );
  return (
    <>
      <div className="space-y-3">
        <Link
          href={paths.payments}
          className="inline-flex min-h-6 items-center rounded text-sm text-accent underline-offset-4 hover:underline"
        >
          Payments
        </Link>
        <PageHeader
          title="Exceptions"
          about={
            <>
              Transfers that didn't pay their payment as asked.{" "}
              <TextLink href="/docs/guides/wrong-amount">When the amount is wrong</TextLink> explains each kind.
            </>
          }
        />
      </div>
      {isTestAccount(member.scope.partnerId) ? (
        <LiveOnly title="No exceptions in test mode">
          In live mode, a transfer whose amount, time, token or network is wrong waits here until a person decides.
        </LiveOnly>
      ) : (
        <HydrationBoundary state={dehydrate(client)}>
          <ExceptionsView />
        </HydrationBoundary>
      )}
    </>
  );
}
