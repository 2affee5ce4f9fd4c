"use client";

import { useRpcMutation } from "#components/dashboard/data/use-rpc-mutation.ts";
import { changedByDecision, type Exception } from "#components/dashboard/exceptions/exception.ts";
import { RefundAccount } from "#components/dashboard/exceptions/refund-account.tsx";
import { formatFigure } from "#components/dashboard/format-money.ts";
import { Money } from "#components/dashboard/money.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { TextField } from "#components/ui/field.tsx";
import { Form, FormButtons } from "#components/ui/form.tsx";
import { Modal } from "#components/ui/modal.tsx";

/** Shows what to pay to which account, and records the transaction that has paid it. */
export function RecordRefund({ exception, onClose }: { exception: Exception; onClose: () => void }) {
  const { id, money, recipient } = exception;
  const { mutate, isPending, error } = useRpcMutation("exceptions.decide", changedByDecision);
  const submit = (typed: FormData) =>
    mutate({ exceptionId: id, action: "refund", txHash: String(typed.get("txHash")) }, { onSuccess: onClose });
  return (
    <Modal title="Record a refund" onClose={onClose}>
      <Form isBusy={isPending} error={error} onSubmit={submit}>
        <p className="text-pretty">
          Pay the buyer from the merchant's wallet, or from any other account of yours. Then enter the transaction. Till
          checks on chain that it paid at least this amount.
        </p>
        <dl className="space-y-3 rounded-xl bg-sunken p-4 text-sm">
          <div>
            <dt className="text-ink-muted">Amount</dt>
            <dd className="flex flex-wrap items-center gap-1 font-medium wrap-anywhere **:whitespace-normal">
              <Money money={money} hasNetwork />
              <CopyButton
                text={formatFigure(money).replaceAll(",", "")}
                label="Copy the amount"
                words={{ copied: "Copied", failed: "Couldn't copy" }}
                look="compact"
              />
            </dd>
          </div>
          <RefundAccount exception={exception} />
          <div>
            <dt className="text-ink-muted">The merchant's wallet</dt>
            <dd className="font-mono break-all">{recipient.id}</dd>
          </div>
        </dl>
        <TextField
          label="Transaction hash"
          name="txHash"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={128}
          className="font-mono"
          hint="0x and 64 characters, as the wallet or the network's explorer shows it."
          error={error?.issueOf("txHash")}
        />
        <FormButtons onCancel={onClose} isBusy={isPending}>
          Record refund
        </FormButtons>
      </Form>
    </Modal>
  );
}
