"use client";

import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "#components/checkout/messages/translation.tsx";
import { ActionButton } from "#components/ui/action-button.tsx";
import { controlClass, Field } from "#components/ui/field.tsx";

type ReceiptProblem = "receipt.invalid" | "receipt.limited" | "receipt.failed";
type State = { kind: "typing"; problem: ReceiptProblem | null } | { kind: "sending" } | { kind: "sent"; email: string };

/** The form by which a buyer asks for the receipt by email. It has the focus when it opens. */
export function ReceiptByEmail({ paymentId, merchantName }: { paymentId: string; merchantName: string }) {
  const { t, locale } = useTranslation();
  const [email, setEmail] = useState("");
  const [state, setState] = useState<State>({ kind: "typing", problem: null });
  const input = useRef<HTMLInputElement>(null);
  const sent = useRef<HTMLParagraphElement>(null);
  useEffect(() => input.current?.focus(), []);
  useEffect(() => {
    if (state.kind === "sent") sent.current?.focus();
  }, [state.kind]);

  if (state.kind === "sent") {
    return (
      <p ref={sent} tabIndex={-1} className="rounded-lg bg-sunken px-4 py-3 text-sm break-words print:hidden">
        {t("receipt.sent", { email: `\u2068${state.email}\u2069` })}
      </p>
    );
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (state.kind === "sending") return;
    const address = email.trim();
    const fail = (problem: ReceiptProblem) => {
      setState({ kind: "typing", problem });
      input.current?.focus();
    };
    if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address)) return fail("receipt.invalid");
    setState({ kind: "sending" });
    const problem = await request(paymentId, address, locale.slice(0, 2));
    if (problem === null) setState({ kind: "sent", email: address });
    else fail(problem);
  };
  return (
    <form onSubmit={submit} noValidate className="space-y-2 print:hidden">
      <Field
        label={t("receipt.email")}
        hint={t("receipt.privacy", { merchant: merchantName })}
        error={state.kind === "typing" && state.problem !== null ? t(state.problem) : undefined}
      >
        {(control) => (
          <div className="flex flex-wrap gap-2">
            <input
              {...control}
              ref={input}
              type="email"
              name="email"
              autoComplete="email"
              inputMode="email"
              dir="ltr"
              maxLength={254}
              value={email}
              onChange={({ target }) => setEmail(target.value)}
              className={`${controlClass} w-auto min-w-0 grow basis-44`}
            />
            <ActionButton type="submit" isBusy={state.kind === "sending"}>
              {t("receipt.send")}
            </ActionButton>
          </div>
        )}
      </Field>
    </form>
  );
}

/** Asks for the receipt. @returns the message of what went wrong; null for nothing. */
async function request(paymentId: string, email: string, locale: string): Promise<ReceiptProblem | null> {
  try {
    const response = await fetch(`/pay/${paymentId}/receipt`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email, locale }),
    });
    if (response.ok) return null;
    if (response.status === 400) return "receipt.invalid";
    return response.status === 429 ? "receipt.limited" : "receipt.failed";
  } catch {
    return "receipt.failed";
  }
}
