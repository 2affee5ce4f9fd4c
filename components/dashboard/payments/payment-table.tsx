"use client";

import { useRef } from "react";
import type { Columns } from "#components/dashboard/payments/columns.tsx";
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
  columns: Columns;
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
  const { pages, pagesBefore, rowCount, input, columns, onChange, onReachStart, onReachEnd } = props;
  const { shown, paidClass } = columns;
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
      <table
        aria-rowcount={rowCount === undefined ? -1 : rowCount + 1}
        className="w-full border-collapse text-sm max-sm:table-fixed"
      >
        <caption className="sr-only">
          Payments; times are in <ZoneName />
        </caption>
        <thead className="border-b border-line text-ink-muted max-sm:sr-only">
          <tr>
            {shown.has("created") && (
              <SortHeading by="date" input={input} onChange={onChange} className={heading}>
                Created (<ZoneName />)
              </SortHeading>
            )}
            <th scope="col" className={heading}>
              Reference
            </th>
            {shown.has("status") && (
              <th scope="col" className={heading}>
                Status
              </th>
            )}
            {shown.has("merchant") && (
              <th scope="col" className={`${heading} hidden sm:table-cell`}>
                Merchant
              </th>
            )}
            {shown.has("paid") && (
              <th scope="col" className={`${heading} whitespace-nowrap ${paidClass}`}>
                Paid with
              </th>
            )}
            {shown.has("buyer") && (
              <th scope="col" className={`${heading} hidden sm:table-cell`}>
                Buyer
              </th>
            )}
            {shown.has("paymentId") && (
              <th scope="col" className={`${heading} hidden whitespace-nowrap sm:table-cell`}>
                Payment ID
              </th>
            )}
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
          {spaceBefore > 0 && <Space height={spaceBefore} columns={columns} />}
          {rows.map(({ payment, index }) => (
            <PaymentRow key={payment.id} payment={payment} index={index} columns={columns} measure={measureRow} />
          ))}
          {spaceAfter > 0 && <Space height={spaceAfter} columns={columns} />}
        </tbody>
      </table>
    </div>
  );
}

function Space({ height, columns }: { height: number; columns: Columns }) {
  return (
    <tr className="max-sm:flex">
      <td colSpan={columns.shown.size + 2} style={{ height }} />
    </tr>
  );
}
