import { memo } from "react";
import { ShortId } from "#components/dashboard/chain-links.tsx";
import { Money } from "#components/dashboard/money.tsx";
import { PaymentStateBadge } from "#components/dashboard/payment-state.tsx";
import type { Columns } from "#components/dashboard/payments/columns.tsx";
import type { PaymentRowData } from "#components/dashboard/payments/payment-pages.ts";
import { When } from "#components/dashboard/when.tsx";
import { Link } from "#components/ui/link.tsx";

type PaymentRowProps = {
  payment: PaymentRowData;
  /** The position in the whole list, from 0. */
  index: number;
  columns: Columns;
  measure: (row: Element | null) => void;
};

const cell = "px-3 py-0 first:pl-4 last:pr-4";

/** A payment in one line, or in two on a phone. The whole row is its link. */
export const PaymentRow = memo(function PaymentRow({ payment, index, columns, measure }: PaymentRowProps) {
  const { id, reference, state, isRefunded, isSettled, merchant, amount, paid, buyerAddress, createdAt } = payment;
  const { shown, paidClass } = columns;
  return (
    <tr
      ref={measure}
      data-index={index}
      // The heading is row 1.
      aria-rowindex={index + 2}
      className="relative h-18 border-b border-line last:border-0 hover:bg-sunken max-sm:flex max-sm:items-center sm:h-12 sm:bg-surface"
    >
      {shown.has("created") && (
        <td className={`${cell} text-ink-muted max-sm:hidden`}>
          <When at={createdAt} isBare />
        </td>
      )}
      <td
        className={`${cell} w-full max-w-0 max-sm:max-w-none max-sm:min-w-0 max-sm:grow sm:min-w-28 ${shown.has("merchant") ? "sm:w-1/2" : ""}`}
      >
        <Link
          href={`/dashboard/payments/${id}`}
          className="block truncate font-medium after:absolute after:z-1 after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
        >
          <bdi>{reference}</bdi>
        </Link>
        <span className="block truncate text-ink-muted sm:hidden">
          <When at={createdAt} isBare /> · <bdi>{merchant.name}</bdi>
        </span>
      </td>
      {shown.has("status") && (
        <td className={`${cell} max-sm:hidden`}>
          <PaymentStateBadge state={state} />
          {isSettled === false && !isRefunded && (
            <span className="mt-0.5 block text-xs whitespace-nowrap text-ink-muted">Not paid out</span>
          )}
        </td>
      )}
      {shown.has("merchant") && (
        <td className={`${cell} hidden w-1/2 min-w-28 max-w-0 truncate sm:table-cell`}>
          <bdi>{merchant.name}</bdi>
        </td>
      )}
      {shown.has("paid") && (
        <td className={`${cell} ${paidClass}`}>
          {paid && (
            <>
              <Money money={paid} />
              <span className="block whitespace-nowrap text-xs text-ink-muted">{paid.network}</span>
            </>
          )}
        </td>
      )}
      {shown.has("buyer") && (
        <td className={`${cell} hidden whitespace-nowrap sm:table-cell`}>
          {buyerAddress !== null && <ShortId id={buyerAddress} />}
        </td>
      )}
      {shown.has("paymentId") && (
        <td className={`${cell} hidden whitespace-nowrap sm:table-cell`}>
          <code className="text-xs">{id}</code>
        </td>
      )}
      <td className={`${cell} bg-inherit text-right max-sm:shrink-0 sm:sticky sm:right-0 sm:w-auto`}>
        <Money money={amount} className="font-medium" />
        <span className="mt-1 block sm:hidden">
          <PaymentStateBadge state={state} />
        </span>
      </td>
    </tr>
  );
});
