"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { rpcQuery } from "#components/dashboard/data/queries.ts";
import { useRpcMutation } from "#components/dashboard/data/use-rpc-mutation.ts";
import type { FetchedMerchant } from "#components/dashboard/merchants/shown-merchant.ts";
import { Money } from "#components/dashboard/money.tsx";
import { ActionButton } from "#components/ui/action-button.tsx";
import { TextField } from "#components/ui/field.tsx";
import { Form, FormButtons } from "#components/ui/form.tsx";
import { Modal } from "#components/ui/modal.tsx";
import { useModePath } from "#components/ui/mode.tsx";
import { Problem } from "#components/ui/problem.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { isolated } from "#lib/core/isolated.ts";
import { looksLike } from "#lib/core/visible-text.ts";

/** The button that deletes a merchant, and the dialog that asks for its name as confirmation. */
export function DeleteMerchant({ merchant }: { merchant: FetchedMerchant }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ActionButton look="critical" onClick={() => setOpen(true)}>
        Delete merchant
      </ActionButton>
      {isOpen && (
        <Modal title={`Delete ${isolated(merchant.name)}?`} onClose={() => setOpen(false)}>
          <Consequences merchantId={merchant.id} />
          <ConfirmByName merchant={merchant} onCancel={() => setOpen(false)} />
        </Modal>
      )}
    </>
  );
}

/** The consequences for payments that are open or held. */
function Consequences({ merchantId }: { merchantId: string }) {
  const { data, error, isFetching, refetch } = useQuery(rpcQuery("merchants.figures", { merchantId }));
  return (
    <div className="space-y-3">
      <p>
        The merchant disappears from the dashboard and the API, and can't receive new payments. This can't be undone.
      </p>
      {data === undefined && error === null && <Skeleton className="h-10 w-full" />}
      {data === undefined && error !== null && (
        <>
          <Problem>Its open payments and held money couldn't be loaded. {error.message}</Problem>
          <ActionButton isBusy={isFetching} onClick={() => void refetch()}>
            Try again
          </ActionButton>
        </>
      )}
      <ul className="list-disc space-y-1.5 pl-5 text-sm text-ink-muted">
        {data !== undefined && (
          <li>
            {data.open === 0
              ? "No payments are open."
              : `${data.open === 1 ? "One payment is" : `${data.open.toLocaleString("en")} payments are`} open. Buyers can still pay, and the money goes to the current settlement destinations.`}
          </li>
        )}
        <li>Past payments stay in your lists and in the audit log.</li>
        {data?.unsettled.map(({ amount, payments }) => (
          <li key={`${amount.symbol} ${amount.network}`} className="text-critical">
            <Money money={amount} hasNetwork className="font-medium text-critical" /> from{" "}
            {payments === 1 ? "1 payment" : `${payments.toLocaleString("en")} payments`} is held in the treasury. You
            can still pay it out after deleting the merchant, under Held money.
          </li>
        ))}
      </ul>
    </div>
  );
}

function ConfirmByName({ merchant, onCancel }: { merchant: FetchedMerchant; onCancel: () => void }) {
  const [typed, setTyped] = useState("");
  const [isWrong, setWrong] = useState(false);
  const router = useRouter();
  const inMode = useModePath();
  const remove = useRpcMutation("merchants.delete", ["merchants.list"]);
  const submit = () => {
    const isTyped = looksLike(typed, merchant.name);
    setWrong(!isTyped);
    if (!isTyped) return;
    remove.mutate({ merchantId: merchant.id }, { onSuccess: () => router.push(inMode("/dashboard/merchants")) });
  };
  return (
    <Form isBusy={remove.isPending || remove.isSuccess} onSubmit={submit} className="space-y-4">
      {remove.error !== null && <Problem>{remove.error.message}</Problem>}
      <TextField
        label={
          <>
            Type <bdi className="rounded bg-sunken px-1 font-semibold">{merchant.name}</bdi> to confirm
          </>
        }
        autoComplete="off"
        spellCheck={false}
        value={typed}
        error={isWrong ? "This doesn't match the merchant's name." : undefined}
        onChange={({ target }) => setTyped(target.value)}
      />
      <FormButtons onCancel={onCancel} isBusy={remove.isPending || remove.isSuccess} look="critical">
        Delete merchant
      </FormButtons>
    </Form>
  );
}
