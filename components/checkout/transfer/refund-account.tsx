"use client";

import { type FormEvent, useEffect, useRef, useState } from "react";
import type { CheckoutData } from "#components/checkout/checkout-data.ts";
import { GatewayRefusal, paymentTarget } from "#components/checkout/gateway.ts";
import { nameRefundAccount } from "#components/checkout/transfer/calls.ts";
import { chainOf, type Deposit } from "#components/checkout/transfer/deposit.ts";
import { keepCode, recallCode } from "#components/checkout/transfer/kept-codes.ts";
import { useTransferTranslation } from "#components/checkout/transfer/transfer-translation.tsx";
import { ActionButton } from "#components/ui/action-button.tsx";
import { controlClass, Field } from "#components/ui/field.tsx";
import { parseAddress } from "#lib/core/caip.ts";

export type RefundAccountProps = { data: CheckoutData; deposit: Deposit };

type RefundProblem = "refund.invalid" | "refund.unusable" | "refund.known" | "choose.offline";
type State = { kind: "typing"; problem: RefundProblem | null } | { kind: "sending" };

/** The form by which a buyer names the account for a refund, once. Only the browser that was shown the address can. */
export function RefundAccount({ data, deposit }: RefundAccountProps) {
  const transferT = useTransferTranslation();
  const { paymentId, merchantName: merchant } = data;
  const { coin, network } = namesOf(deposit);
  const [kept, setKept] = useState(() => recallCode(paymentId, deposit.address));
  const [hasSaved, setSaved] = useState(false);
  const saved = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (hasSaved) saved.current?.focus();
  }, [hasSaved]);
  if (kept === null) return <p className="text-pretty">{transferT("refund.elsewhere", { merchant })}</p>;
  if (kept.refundAddress !== undefined) {
    return (
      <div ref={saved} tabIndex={-1} className="space-y-1 rounded-lg bg-sunken px-4 py-3 text-sm outline-none">
        <p>{transferT("refund.saved", { network })}</p>
        <p className="font-medium break-all">
          <bdi dir="ltr">{kept.refundAddress}</bdi>
        </p>
      </div>
    );
  }
  return (
    <section className="space-y-3 border-t border-line pt-5 print:hidden">
      <h3 className="font-semibold text-balance">{transferT("refund.title")}</h3>
      <p className="text-sm text-pretty text-ink-muted">{transferT("refund.text", { coin, network })}</p>
      <RefundForm
        merchant={merchant}
        onSave={async (refundAddress) => {
          const account = `${chainOf(deposit.amount)}:${refundAddress}`;
          await nameRefundAccount(paymentTarget(data), { code: kept.code, account }, new AbortController().signal);
          keepCode(paymentId, deposit.address, { ...kept, refundAddress });
          setKept({ ...kept, refundAddress });
          setSaved(true);
        }}
      />
    </section>
  );
}

type RefundFormProps = {
  merchant: string;
  /** Names the address. @throws GatewayRefusal when it can't be named, and whatever `fetch` throws. */
  onSave: (address: string) => Promise<void>;
};

function RefundForm({ merchant, onSave }: RefundFormProps) {
  const transferT = useTransferTranslation();
  const [text, setText] = useState("");
  const [state, setState] = useState<State>({ kind: "typing", problem: null });
  const input = useRef<HTMLInputElement>(null);
  const fail = (problem: RefundProblem) => {
    setState({ kind: "typing", problem });
    input.current?.focus();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (state.kind === "sending") return;
    const address = parseAddress(text.trim());
    if (address === null) return fail("refund.invalid");
    setState({ kind: "sending" });
    try {
      await onSave(address);
    } catch (error) {
      fail(problemOf(error));
    }
  };
  return (
    <form onSubmit={submit} noValidate className="space-y-3">
      <Field
        label={transferT("refund.label")}
        hint={transferT("refund.once")}
        error={state.kind === "typing" && state.problem !== null ? transferT(state.problem, { merchant }) : undefined}
      >
        {(control) => (
          <input
            {...control}
            ref={input}
            type="text"
            name="refund-address"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            dir="ltr"
            maxLength={64}
            value={text}
            onChange={({ target }) => setText(target.value)}
            className={controlClass}
          />
        )}
      </Field>
      <ActionButton type="submit" isBusy={state.kind === "sending"}>
        {transferT("refund.save")}
      </ActionButton>
    </form>
  );
}

function problemOf(error: unknown): RefundProblem {
  if (!(error instanceof GatewayRefusal) || error.status === 429 || error.status >= 500) return "choose.offline";
  return error.code === "invalid_state" ? "refund.known" : "refund.unusable";
}

function namesOf({ amount: { display } }: Deposit) {
  return { coin: display.assetSymbol, network: display.networkName ?? "" };
}
