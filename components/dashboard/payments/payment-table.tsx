"use client";

import { useRef } from "react";
import type { PaymentListInput } from "#components/dashboard/payments/filter-url.ts";
import type { PaymentPage } from "#components/dashboard/payments/payment-pages.ts";
import { PaymentRow } from "#components/dashboard/payments/payment-row.tsx";
import { SortHeading } from "#components/dashboard/payments/sort-heading.tsx";
import { usePaymentRows } from "#components/dashboard/payments/use-payment-rows.ts";
import { ZoneName } from "#components/dashboard/time-zone.tsx";

type PaymentTableProps = {
  pages: readonly PaymentPage[];
  /** The number of pages before `pages`, which were read and dropped. */
  pagesBefore: number;
  rowCount: number | undefined;
  input: PaymentListInput;
  onChange: (change: Partial<PaymentListInput>) => void;
  onReachStart: () => void;
  onReachEnd: () => void;
};

const heading = "h-9 px-3 text-left font-medium first:pl-4 last:pr-4";

/**
 * The payments as a table of which only the rows near the window are in the page. The reference and the merchant share
 * the width that the other columns leave. If that isn't enough, the columns scroll under the amount.
 */
export function PaymentTable(props: PaymentTableProps) {
  const { pages, pagesBefore, rowCount, input, onChange, onReachStart, onReachEnd } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const { rows, spaceBefore, spaceAfter, measureRow } = usePaymentRows({
    table: body,
    pages,
    pagesBefore,
    onReachStart,
    onReachEnd,
  });
  return (
    <div className="@container overflow-x-auto rounded-xl border border-line bg-surface max-sm:overflow-x-clip">
      <table aria-rowcount={rowCount === undefined ? -1 : rowCount + 1} className="w-full border-collapse text-sm">
        <caption className="sr-only">
          Payments; times are in <ZoneName />
        </caption>
        <thead className="border-b border-line text-ink-muted max-sm:sr-only">
          <tr>
            <SortHeading by="date" input={input} onChange={onChange} className={heading}>
              Created (<ZoneName />)
            </SortHeading>
            <th scope="col" className={heading}>
              Reference
            </th>
            <th scope="col" className={heading}>
              Status
            </th>
            <th scope="col" className={`${heading} hidden sm:table-cell`}>
              Merchant
            </th>
            <th scope="col" className={`${heading} hidden @4xl:table-cell`}>
              Paid with
            </th>
            <SortHeading
              by="amount"
              input={input}
              onChange={onChange}
              className={`${heading} text-right sm:sticky sm:right-0 sm:bg-surface`}
            >
              Amount
            </SortHeading>
          </tr>
        </thead>
        <tbody ref={body}>
          {spaceBefore > 0 && <Space height={spaceBefore} />}
          {rows.map(({ payment, index }) => (
            <PaymentRow key={payment.id} payment={payment} index={index} measure={measureRow} />
          ))}
          {spaceAfter > 0 && <Space height={spaceAfter} />}
        </tbody>
      </table>
    </div>
  );
}

function Space({ height }: { height: number }) {
  return (
    <tr>
      <td colSpan={6} style={{ height }} />
    </tr>
  );
}
