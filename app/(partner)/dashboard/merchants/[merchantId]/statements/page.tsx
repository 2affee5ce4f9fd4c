import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { StatementView } from "#components/dashboard/settlements/statement-view.tsx";
import { TimeZoneProvider } from "#components/dashboard/time-zone.tsx";
import { isTestAccount } from "#lib/core/account-mode.ts";
import { clock } from "#lib/core/clock.ts";
import { isTillError } from "#lib/core/errors.ts";
import { requireMember } from "#lib/dashboard/require-member.ts";
import { callQuery } from "#lib/dashboard/rpc/call-procedure.ts";

export const metadata: Metadata = { title: "Statement" };

type Props = {
  params: Promise<{ merchantId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function StatementPage({ params, searchParams }: Props) {
  const member = await requireMember("read");
  const { merchantId } = await params;
  const { month: asked } = await searchParams;
  const thisMonth = clock.now().toISOString().slice(0, 7);
  const month = typeof asked === "string" ? asked : thisMonth;
  const statement = await callQuery("settlements.statement", member, { merchantId, month }).catch(nothingFound);
  if (statement === null) notFound();
  const isTest = isTestAccount(member.scope.partnerId);
  const isOver = month < thisMonth;
  return (
    <TimeZoneProvider timeZone={null}>
      <StatementView merchantId={merchantId} month={month} isOver={isOver} isTest={isTest} statement={statement} />
    </TimeZoneProvider>
  );
}

function nothingFound(error: unknown): null {
  if (isTillError(error) && (error.code === "not_found" || error.code === "params_validation")) return null;
  throw error;
}
