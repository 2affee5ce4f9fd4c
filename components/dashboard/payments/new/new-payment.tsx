"use client";

import { type FormEvent, useState } from "react";
import { useIdempotencyKey } from "#components/dashboard/data/use-idempotency-key.ts";
import { useRpcMutation } from "#components/dashboard/data/use-rpc-mutation.ts";
import { AmountField } from "#components/dashboard/payments/new/amount-field.tsx";
import { type Created, CreatedPayment } from "#components/dashboard/payments/new/created-payment.tsx";
import { MerchantField } from "#components/dashboard/payments/new/merchant-field.tsx";
import { firstFault, readOrder } from "#components/dashboard/payments/new/read-order.ts";
import { ActionButton } from "#components/ui/action-button.tsx";
import { SelectField, TextField } from "#components/ui/field.tsx";
import { Problem } from "#components/ui/problem.tsx";

const expiries: Readonly<Record<string, string>> = {
  15: "15 minutes",
  60: "1 hour",
  1440: "1 day",
  4320: "3 days",
  10080: "7 days",
};

/** The form that creates a payment, then its link and its outcome. */
export function NewPayment({ merchantId }: { merchantId: string | null }) {
  const [created, setCreated] = useState<Created | null>(null);
  if (created === null) return <PaymentForm merchantId={merchantId} onCreated={setCreated} />;
  return <CreatedPayment created={created} onCreateAnother={() => setCreated(null)} />;
}

type PaymentFormProps = { merchantId: string | null; onCreated: (created: Created) => void };

function PaymentForm({ merchantId, onCreated }: PaymentFormProps) {
  const keyFor = useIdempotencyKey();
  const { mutate, isPending, error } = useRpcMutation("payments.create", ["payments.statistics"]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    const form = event.currentTarget;
    const filledIn = readOrder(new FormData(form));
    const order = { key: keyFor(filledIn), ...filledIn };
    mutate(order, {
      onSuccess: ({ paymentId, link }) =>
        onCreated({ paymentId, link, reference: order.referenceId, merchantId: order.merchantId }),
      onError(refused) {
        const field = firstFault(refused.issues);
        if (field !== null) form.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();
      },
    });
  };
  const fault = (...fields: string[]) => fields.map((field) => error?.issueOf(field)).find(Boolean);
  const isElsewhere = error !== null && firstFault(error.issues) === null;
  return (
    <form onSubmit={submit} noValidate className="max-w-xl space-y-5 rounded-xl border border-line bg-surface p-5">
      {isElsewhere && <Problem>{error.message}</Problem>}
      <MerchantField initial={merchantId} error={fault("merchantId")} />
      <TextField
        label="Reference"
        name="referenceId"
        maxLength={35}
        autoComplete="off"
        hint="Your own reference, such as an order number. The buyer sees it."
        error={fault("referenceId")}
      />
      <TextField
        label="Description"
        name="description"
        maxLength={500}
        autoComplete="off"
        hint="Optional. Describes the purchase in a sentence. The buyer sees it at the checkout."
        error={fault("description")}
      />
      <AmountField valueError={fault("amount.value")} unitError={fault("amount.unit")} />
      <SelectField
        label="Expires after"
        name="expiresInMinutes"
        defaultValue="60"
        error={fault("expiresAt", "expiresInMinutes")}
      >
        {Object.entries(expiries).map(([minutes, words]) => (
          <option key={minutes} value={minutes}>
            {words}
          </option>
        ))}
      </SelectField>
      <details className="group" open={fault("checkout.successUrl", "checkout.errorUrl") !== undefined}>
        <summary className="cursor-pointer text-sm font-medium text-accent">Return the buyer to your site</summary>
        <div className="mt-4 space-y-5">
          <TextField
            label="Success URL"
            name="successUrl"
            type="url"
            placeholder="https://"
            hint="Where buyers go after they pay. Enter both URLs or neither."
            error={fault("checkout.successUrl")}
          />
          <TextField
            label="Error URL"
            name="errorUrl"
            type="url"
            placeholder="https://"
            hint="Where buyers go if the payment fails, expires or is cancelled."
            error={fault("checkout.errorUrl")}
          />
        </div>
      </details>
      <ActionButton type="submit" look="primary" isBusy={isPending} className="w-full sm:w-auto">
        Create payment
      </ActionButton>
    </form>
  );
}
