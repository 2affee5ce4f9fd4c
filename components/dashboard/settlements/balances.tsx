"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { balancePages } from "#components/dashboard/data/queries.ts";
import { FigureItem, FigureLink, FigureList, FigureRow } from "#components/dashboard/figure-row.tsx";
import { NetworkIcon } from "#components/dashboard/merchants/settlements/token-choice.tsx";
import { ListEnd } from "#components/dashboard/merchants/show-more.tsx";
import { Money } from "#components/dashboard/money.tsx";
import { paths } from "#components/dashboard/paths.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Card } from "#components/ui/card.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Link } from "#components/ui/link.tsx";
import { LoadingRows } from "#components/ui/loading-rows.tsx";
import { isolated } from "#lib/core/isolated.ts";
import type { QueryOutput } from "#lib/dashboard/rpc/contract.ts";

type Balance = QueryOutput<"settlements.balances">["balances"][number];

/** Each merchant's money by token: received, paid out, held and refunded. */
export function Balances() {
  const query = useInfiniteQuery(balancePages());
  const { data, error } = query;
  const balances = data?.pages.flatMap((page) => page.balances) ?? [];
  return (
    <Card title="Balances" about="By merchant and token, for all time. Held money is in the treasury or on its way.">
      {data === undefined && error === null && <LoadingRows label="Loading balances" />}
      {data !== undefined && balances.length === 0 && (
        <EmptyState title="No money yet">
          <p>Balances appear here a few seconds after the first payment succeeds.</p>
        </EmptyState>
      )}
      {balances.length > 0 && (
        <FigureList>
          {balances.map((balance) => (
            <BalanceRow key={`${balance.merchantId} ${balance.asset}`} balance={balance} />
          ))}
        </FigureList>
      )}
      <ListEnd query={query} />
    </Card>
  );
}

function BalanceRow({ balance }: { balance: Balance }) {
  const { merchantId, merchantName, isMerchantDeleted, asset, payments, received, paidOut, held, refunded } = balance;
  const figures = [
    ["Received", received],
    ["Paid out", paidOut],
    ["Held", held],
    ["Refunded", refunded],
  ] as const;
  return (
    <FigureItem>
      <div className="flex min-w-0 grow basis-56 items-start gap-2.5">
        <NetworkIcon chainId={Number(asset.split(":")[1]?.split("/")[0])} />
        <div className="min-w-0 space-y-0.5 text-sm">
          <p className="font-medium wrap-anywhere">
            {isMerchantDeleted ? (
              <>
                <bdi>{merchantName}</bdi> <Badge>Deleted</Badge>
              </>
            ) : (
              <Link href={paths.merchant(merchantId)}>
                <bdi>{merchantName}</bdi>
              </Link>
            )}
          </p>
          <p className="text-ink-muted">
            {received.symbol} on {received.network},{" "}
            {payments === 1 ? "1 payment" : `${payments.toLocaleString("en")} payments`}
          </p>
        </div>
      </div>
      <FigureRow>
        {figures.map(([label, money]) => (
          <div key={label}>
            <dt className="text-ink-muted">{label}</dt>
            <dd className={money.value === "0" ? "text-ink-muted" : "font-medium"}>
              <Money money={money} />
            </dd>
          </div>
        ))}
      </FigureRow>
      <FigureLink href={paths.statement(merchantId)}>
        Statements<span className="sr-only"> of {isolated(merchantName)}</span>
      </FigureLink>
    </FigureItem>
  );
}
