"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { dataQuery } from "#components/dashboard/data/queries.ts";
import { useAction } from "#components/dashboard/data/use-action.ts";
import type { FetchedMerchant } from "#components/dashboard/merchants/shown-merchant.ts";
import { Money } from "#components/dashboard/money.tsx";
import { ActionButton } from "#components/ui/action-button.tsx";
import { TextField } from "#components/ui/field.tsx";
import { Modal } from "#components/ui/modal.tsx";
import { Problem } from "#components/ui/problem.tsx";

/** The button that deletes a merchant, and the dialog that asks for its name first. */
export function DeleteMerchant({ merchant }: { merchant: FetchedMerchant }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <ActionButton look="critical" onClick={() => setAsking(true)}>
        Delete
      </ActionButton>
      {isAsking && (
        <Modal title={`Delete ${merchant.name}?`} onClose={() => setAsking(false)}>
          <Consequences merchantId={merchant.id} />
          <TypeTheName merchant={merchant} onCancel={() => setAsking(false)} />
        </Modal>
      )}
    </>
  );
}

/** What becomes of what is still under way. */
function Consequences({ merchantId }: { merchantId: string }) {
  const { data } = useQuery(dataQuery("merchants.figures", { merchantId }));
  return (
    <div className="space-y-3">
      <p>It disappears from the dashboard and from the API, and takes no new payments. This can't be undone.</p>
      <ul className="list-disc space-y-1.5 pl-5 text-sm text-ink-muted">
        <li>
          {data === undefined || data.open === 0
            ? "No payment is open."
            : `${data.open === 1 ? "One payment is" : `${data.open.toLocaleString("en")} payments are`} open: they can still be paid, and are settled to the destinations of now.`}
        </li>
        <li>Payments of the past stay in your lists and in the audit log.</li>
        {data?.unsettled.map(({ amount, payments }) => (
          <li key={`${amount.symbol} ${amount.network}`} className="text-critical">
            <Money money={amount} hasNetwork className="font-medium text-critical" /> of{" "}
            {payments === 1 ? "one payment" : `${payments.toLocaleString("en")} payments`} has no destination and lies
            in the treasury. Add a destination and settle it first: for a deleted merchant none can be added any more.
          </li>
        ))}
      </ul>
    </div>
  );
}

function TypeTheName({ merchant, onCancel }: { merchant: FetchedMerchant; onCancel: () => void }) {
  const [typed, setTyped] = useState("");
  const [isWrong, setWrong] = useState(false);
  const router = useRouter();
  const remove = useAction("merchants.delete", ["merchants.list"]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (remove.isPending) return;
    setWrong(typed.trim() !== merchant.name);
    if (typed.trim() !== merchant.name) return;
    remove.mutate({ merchantId: merchant.id }, { onSuccess: () => router.push("/dashboard/merchants") });
  };
  return (
    <form onSubmit={submit} noValidate className="space-y-4">
      {remove.error !== null && <Problem>{remove.error.message}</Problem>}
      <TextField
        label={
          <>
            Type <span className="rounded bg-sunken px-1 font-semibold">{merchant.name}</span> to go on
          </>
        }
        autoComplete="off"
        spellCheck={false}
        value={typed}
        error={isWrong ? "This is not the merchant's name." : undefined}
        onChange={({ target }) => setTyped(target.value)}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <ActionButton onClick={onCancel}>Keep it</ActionButton>
        <ActionButton type="submit" look="critical" isBusy={remove.isPending || remove.isSuccess}>
          Delete for good
        </ActionButton>
      </div>
    </form>
  );
}
