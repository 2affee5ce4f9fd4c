"use client";

import { useRpcMutation } from "#components/dashboard/data/use-rpc-mutation.ts";
import { changedByDecision, type Exception } from "#components/dashboard/exceptions/exception.ts";
import { moneyLine } from "#components/dashboard/format-money.ts";
import { TextField } from "#components/ui/field.tsx";
import { Form, FormButtons } from "#components/ui/form.tsx";
import { Modal } from "#components/ui/modal.tsx";

/** Ends an exception without a refund, for a reason that stays on record. */
export function KeepMoney({ exception, onClose }: { exception: Exception; onClose: () => void }) {
  const { id, money, kind, state } = exception;
  const { mutate, isPending, error } = useRpcMutation("exceptions.decide", changedByDecision);
  const isLeft = kind === "other_chain" && state === "open";
  const submit = (typed: FormData) =>
    mutate({ exceptionId: id, action: "keep", reason: String(typed.get("reason")) }, { onSuccess: onClose });
  return (
    <Modal title={isLeft ? `Leave ${moneyLine(money)} there?` : `Keep ${moneyLine(money)}?`} onClose={onClose}>
      <Form isBusy={isPending} error={error} onSubmit={submit}>
        <p className="text-pretty">
          {isLeft
            ? `The exception ends, and the money stays at the address on ${money.network}. The merchant's wallet can still collect it there.`
            : "The exception ends without a refund. The buyer may ask why, so the reason is kept with the payment and in the audit log."}{" "}
          This can't be undone.
        </p>
        <TextField
          label="Reason"
          name="reason"
          maxLength={300}
          autoComplete="off"
          hint={isLeft ? undefined : "For example: the buyer asked to have it counted toward order 1234."}
          error={error?.issueOf("reason")}
        />
        <FormButtons onCancel={onClose} isBusy={isPending}>
          {isLeft ? "Leave it" : "Keep"}
        </FormButtons>
      </Form>
    </Modal>
  );
}
