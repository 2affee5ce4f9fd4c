"use client";

import { type FormEvent, useState } from "react";
import { useIdempotencyKey } from "#components/dashboard/data/use-idempotency-key.ts";
import { useRpcMutation } from "#components/dashboard/data/use-rpc-mutation.ts";
import { AmountField } from "#components/dashboard/payments/new/amount-field.tsx";
import { type Created, CreatedPayment } from "#components/dashboard/payments/new/created-payment.tsx";
import { LineItems } from "#components/dashboard/payments/new/line-items.tsx";
import { MerchantField } from "#components/dashboard/payments/new/merchant-field.tsx";
import { firstFault, readOrder } from "#components/dashboard/payments/new/read-order.ts";
import { ActionButton } from "#components/ui/action-button.tsx";
import { SelectField, TextField } from "#components/ui/field.tsx";
import { fieldSentence } from "#components/ui/field-sentence.ts";
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

/** The issue of an amount far above the merchant's usual ones, about which the member is asked once. */
const largeField = "isLargeAccepted";

type PaymentFormProps = { merchantId: string | null; onCreated: (created: Created) => void };

function PaymentForm({ merchantId, onCreated }: PaymentFormProps) {
  const keyFor = useIdempotencyKey();
  // The merchant and the amount that the member was asked about: sent again, they are accepted.
  const [asked, setAsked] = useState<string | null>(null);
  const { mutate, isPending, error, reset } = useRpcMutation("payments.create", ["payments.statistics"]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    const form = event.currentTarget;
    const filledIn = readOrder(new FormData(form));
    const priced = JSON.stringify([filledIn.merchantId, filledIn.amount]);
    const order = { key: keyFor(filledIn), ...filledIn, isLargeAccepted: asked === priced };
    mutate(order, {
      onSuccess: ({ paymentId, link, referenceId }) =>
        onCreated({ paymentId, link, reference: referenceId, merchantId: order.merchantId }),
      onError(refused) {
        if (refused.issueOf(largeField) !== undefined) setAsked(priced);
        const field = firstFault(refused.issues);
        if (field !== null) form.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();
      },
    });
  };
  const fault = (...fields: string[]) => fields.map((field) => error?.issueOf(field)).find(Boolean);
  const tooLarge = error?.issueOf(largeField)?.replace(/^must be true: /, "");
  const isElsewhere = error !== null && tooLarge === undefined && firstFault(error.issues) === null;
  return (
    <form
      onSubmit={submit}
      onChange={() => tooLarge !== undefined && reset()}
      noValidate
      className="max-w-xl space-y-5 rounded-xl border border-line bg-surface p-5"
    >
      {isElsewhere && <Problem>{error.message}</Problem>}
      <MerchantField initial={merchantId} error={fault("merchantId")} />
      <TextField
        label="Reference"
        name="referenceId"
        maxLength={35}
        autoComplete="off"
        hint="Optional. Your own reference, such as an order number. The buyer sees it. One is made if you leave it empty."
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
      <LineItems fault={fault} />
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
      {tooLarge !== undefined && (
        <Problem>{fieldSentence("Amount", tooLarge)} Check it, or create the payment as it is.</Problem>
      )}
      <ActionButton type="submit" look="primary" isBusy={isPending} className="w-full sm:w-auto">
        {tooLarge === undefined ? "Create payment" : "Create anyway"}
      </ActionButton>
    </form>
  );
}
