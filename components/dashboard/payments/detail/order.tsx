import { Money } from "#components/dashboard/money.tsx";
import { Section } from "#components/dashboard/payments/detail/facts.tsx";
import type { PaymentDetail } from "#components/dashboard/payments/detail/payment-detail.ts";

/** The description and the items that the payment was created with, as the buyer sees them; nothing without either. */
export function Order({ payment: { order } }: { payment: PaymentDetail }) {
  const { description, items } = order;
  if (description === null && items.length === 0) return null;
  return (
    <Section title="Order">
      <div className="space-y-3 text-sm">
        {description !== null && (
          <p className="wrap-anywhere">
            <bdi>{description}</bdi>
          </p>
        )}
        {items.length > 0 && (
          <ul className="space-y-1.5">
            {items.map(({ name, quantity, total }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and two items may be the same.
              <li key={index} className="flex flex-wrap justify-between gap-x-4">
                <span className="min-w-0 wrap-anywhere">
                  {quantity > 1 && (
                    <span className="text-ink-muted tabular-nums">{quantity.toLocaleString("en")} × </span>
                  )}
                  <bdi>{name}</bdi>
                </span>
                <Money money={total} className="ms-auto" />
              </li>
            ))}
          </ul>
        )}
      </div>
    </Section>
  );
}
