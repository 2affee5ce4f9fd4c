import type { ReactNode } from "react";
import type { PaymentListInput } from "#components/dashboard/payments/filter-url.ts";

type SortHeadingProps = {
  by: "date" | "amount";
  input: PaymentListInput;
  onChange: (change: Partial<PaymentListInput>) => void;
  className: string;
  children: ReactNode;
};

/** A column heading that sorts by it: descending first, then toggling. */
export function SortHeading({ by, input, onChange, className, children }: SortHeadingProps) {
  const { sort = "date", direction = "desc" } = input;
  const isCurrent = sort === by;
  const next = isCurrent && direction === "desc" ? "asc" : "desc";
  const spoken = direction === "desc" ? "descending" : "ascending";
  return (
    <th scope="col" aria-sort={isCurrent ? spoken : "none"} className={className}>
      <button
        type="button"
        onClick={() => onChange({ sort: by, direction: next })}
        className={`inline-flex min-h-8 items-center gap-1 rounded whitespace-nowrap pointer-coarse:min-h-11 hover:text-ink ${isCurrent ? "text-ink" : ""}`}
      >
        {children}
        <span aria-hidden="true" className={isCurrent ? "" : "opacity-40"}>
          {isCurrent && direction === "asc" ? "↑" : "↓"}
        </span>
      </button>
    </th>
  );
}
