import type { ReactNode } from "react";
import { Section } from "#components/dashboard/payments/detail/facts.tsx";
import type { PaymentDetail } from "#components/dashboard/payments/detail/payment-detail.ts";
import { When } from "#components/dashboard/when.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";

/** Ids, URLs and times of a payment, to copy. The link of an open payment has a section of its own. */
export function PaymentDetails({ payment }: { payment: PaymentDetail }) {
  const { id, status, link, merchant, ids, checkout, expiresAt, updatedAt } = payment;
  return (
    <Section title="Details">
      <dl className="space-y-3 text-sm">
        <Raw name="Payment ID" value={id} />
        <Raw name="Merchant ID" value={merchant.id} />
        {status !== "requires_action" && (
          <Raw name="Payment link" value={link}>
            Buyers who open it see the outcome.
          </Raw>
        )}
        {ids.buyer !== null && <Raw name="Buyer (CAIP-10)" value={ids.buyer} />}
        {ids.asset !== null && <Raw name="Token (CAIP-19)" value={ids.asset} />}
        {checkout && <Raw name="Success URL" value={checkout.successUrl} />}
        {checkout && <Raw name="Error URL" value={checkout.errorUrl} />}
        <Plain name="Expires">
          <When at={expiresAt} precision="second" />
        </Plain>
        <Plain name="Last updated">
          <When at={updatedAt} precision="second" />
        </Plain>
      </dl>
    </Section>
  );
}

function Plain({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-ink-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Raw({ name, value, children }: { name: string; value: string; children?: ReactNode }) {
  return (
    <Plain name={name}>
      <span className="flex items-start justify-between gap-2">
        <code className="min-w-0 font-mono text-[0.9em] break-all">{value}</code>
        <span className="-my-1.5 shrink-0">
          <CopyButton
            text={value}
            label={`Copy ${name}`}
            words={{ copied: "Copied", failed: "Couldn't copy" }}
            look="compact"
          />
        </span>
      </span>
      {children !== undefined && <p className="text-ink-muted">{children}</p>}
    </Plain>
  );
}
