"use client";

import { useEffect, useRef } from "react";
import type { PaymentListInput } from "#components/dashboard/payments/filter-url.ts";
import type { PaymentPage } from "#components/dashboard/payments/payment-pages.ts";
import { PaymentRow } from "#components/dashboard/payments/payment-row.tsx";
import { SortHeading } from "#components/dashboard/payments/sort-heading.tsx";
import { useNear } from "#components/dashboard/payments/use-near.ts";

type PaymentTableProps = {
  pages: readonly PaymentPage[];
  /** How many pages were there before these and are not kept. */
  pagesBefore: number;
  rowCount: number | undefined;
  input: PaymentListInput;
  onChange: (change: Partial<PaymentListInput>) => void;
  onReachTop: () => void;
};

const pageRows = 100;
const reachPx = 1_500;
const heading = "h-9 px-3 text-left font-medium first:pl-4 last:pr-4";

/** Only pages in reach of the window have rows; the others keep their place, so that the page stays light. */
export function PaymentTable({ pages, pagesBefore, rowCount, input, onChange, onReachTop }: PaymentTableProps) {
  const rowHeight = useRef(48);
  return (
    <div className="overflow-x-clip rounded-xl border border-line bg-surface">
      <table aria-rowcount={rowCount === undefined ? -1 : rowCount + 1} className="w-full border-collapse text-sm">
        <caption className="sr-only">Payments; times are in UTC</caption>
        <thead className="border-b border-line text-ink-muted max-sm:sr-only">
          <tr>
            <SortHeading by="date" input={input} onChange={onChange} className={heading}>
              Created (UTC)
            </SortHeading>
            <th scope="col" className={heading}>
              Reference
            </th>
            <th scope="col" className={heading}>
              Status
            </th>
            <th scope="col" className={`${heading} hidden md:table-cell`}>
              Merchant
            </th>
            <th scope="col" className={`${heading} hidden xl:table-cell`}>
              Paid with
            </th>
            <SortHeading by="amount" input={input} onChange={onChange} className={`${heading} text-right`}>
              Amount
            </SortHeading>
          </tr>
        </thead>
        {pagesBefore > 0 && (
          <SpaceBefore rows={pagesBefore * pageRows} rowHeight={rowHeight.current} onReach={onReachTop} />
        )}
        {pages.map((page, at) => (
          <TablePage
            key={page.payments[0]?.id ?? "none"}
            page={page}
            firstIndex={(pagesBefore + at) * pageRows + 2}
            rowHeight={rowHeight}
          />
        ))}
      </table>
    </div>
  );
}

type TablePageProps = { page: PaymentPage; firstIndex: number; rowHeight: { current: number } };

function TablePage({ page, firstIndex, rowHeight }: TablePageProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const isNear = useNear(body, reachPx, true);
  const count = page.payments.length;
  useEffect(() => {
    if (isNear && body.current !== null && count > 0) rowHeight.current = body.current.offsetHeight / count;
  });
  return (
    <tbody ref={body}>
      {isNear ? (
        page.payments.map((payment, at) => <PaymentRow key={payment.id} payment={payment} index={firstIndex + at} />)
      ) : (
        <Space height={count * rowHeight.current} />
      )}
    </tbody>
  );
}

type SpaceBeforeProps = { rows: number; rowHeight: number; onReach: () => void };

function SpaceBefore({ rows, rowHeight, onReach }: SpaceBeforeProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const isNear = useNear(body, reachPx, false);
  const reach = useRef(onReach);
  reach.current = onReach;
  useEffect(() => {
    if (!isNear) return;
    reach.current();
    // A page that is on its way in the other direction holds this one up.
    const timer = setInterval(() => reach.current(), 200);
    return () => clearInterval(timer);
  }, [isNear]);
  return (
    <tbody ref={body}>
      <Space height={rows * rowHeight} />
    </tbody>
  );
}

function Space({ height }: { height: number }) {
  return (
    <tr>
      <td colSpan={6} style={{ height }} />
    </tr>
  );
}
