"use client";

import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { faultWords } from "#components/collect/fault-words.ts";
import { controlClass, Field } from "#components/collect/field.tsx";
import { useSay } from "#components/collect/form-language.tsx";
import { FormOutcome } from "#components/collect/form-outcome.tsx";
import { PlaceChoice } from "#components/collect/place-choice.tsx";
import { type Country, type Place, PlaceFields } from "#components/collect/place-fields.tsx";
import type { Prefill } from "#components/collect/read-prefill.ts";
import { type FieldErrors, readValues } from "#components/collect/read-values.ts";
import { reportOutcome } from "#components/collect/report-outcome.ts";
import { sendForm } from "#components/collect/send-form.ts";
import { type Provider, TermsBox } from "#components/collect/terms-box.tsx";
import { SpinnerIcon } from "#components/ui/icons.tsx";
import type { FormFieldId } from "#lib/core/buyer-form/form-schema.ts";

type CollectFormProps = {
  paymentId: string;
  accounts: readonly string[];
  provider: Provider;
  countries: readonly Country[];
  prefill: Prefill;
  /** The day that the server wrote the page, YYYY-MM-DD. */
  today: string;
  /** What stands above the form, until it is sent. */
  children: ReactNode;
};

/** Asks the buyer who they are, and sends it once the terms are accepted and everything is right. */
export function CollectForm(props: CollectFormProps) {
  const { paymentId, accounts, provider, countries, prefill, today, children } = props;
  const say = useSay();
  const form = useRef<HTMLFormElement>(null);
  const [place, setPlace] = useState<Place>(prefill.pobCountry && !prefill.porCountry ? "pob" : "por");
  const [errors, setErrors] = useState<FieldErrors>({});
  const [step, setStep] = useState<"loading" | "ready" | "sending" | "sent">("loading");
  const [failure, setFailure] = useState<string | null>(null);
  // Counted, so that the same faults found again are told again.
  const [refusals, setRefusals] = useState(0);

  useEffect(() => {
    setStep("ready");
    forgetPrefill();
  }, []);
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (form.current === null || step !== "ready") return;
    const { data, errors: found } = readValues(form.current, place);
    setErrors(found);
    setFailure(null);
    if (data === null) return setRefusals((count) => count + 1);
    setStep("sending");
    const sending = await sendForm(paymentId, accounts, data);
    if (sending.kind === "taken") return setStep("sent");
    // The server knows how it ended; the page that it writes says so, and tells the host.
    if (sending.kind === "closed") return location.reload();
    setStep("ready");
    const sentence = say(sending.reason);
    setFailure(sentence);
    reportOutcome({ type: "IC_ERROR", error: sentence });
  }

  /** A fault that was told goes when it is mended; others are not told before the next try. */
  function mend(): void {
    if (form.current === null || Object.keys(errors).length === 0) return;
    const { errors: found } = readValues(form.current, place);
    const left = Object.entries(found).filter(([id]) => id in errors);
    setErrors(Object.fromEntries(left));
  }

  if (step === "sent") return <FormOutcome kind="sent" isNews />;
  const words = Object.fromEntries(
    Object.entries(errors).map(([id, fault]) => [id, say(faultWords(id as FormFieldId, fault))]),
  );
  const count = Object.keys(errors).length;
  return (
    <form
      ref={form}
      method="post"
      noValidate
      aria-label={say("title")}
      onSubmit={(event) => void submit(event)}
      onChange={mend}
      className="flex flex-col gap-5"
    >
      {children}
      <Field id="fullName" label={say("name")} hint={say("nameHint")} error={words.fullName}>
        {(control) => (
          <input
            {...control}
            required
            type="text"
            autoComplete="name"
            defaultValue={prefill.fullName}
            className={controlClass}
          />
        )}
      </Field>
      <Field id="dob" label={say("dob")} error={words.dob}>
        {(control) => (
          <input
            {...control}
            required
            type="date"
            autoComplete="bday"
            min="1900-01-01"
            max={today}
            defaultValue={prefill.dob}
            className={`${controlClass} appearance-none sm:max-w-56`}
          />
        )}
      </Field>
      <fieldset className="flex min-w-0 flex-col gap-5">
        <legend className="mb-1.5 font-medium">
          {say("place")} <span className="font-normal text-ink-muted">– {say("placeNote")}</span>
        </legend>
        <PlaceChoice place={place} onChoose={setPlace} />
        {(["por", "pob"] as const).map((one) => (
          <PlaceFields
            key={one}
            place={one}
            isShown={one === place}
            countries={countries}
            prefill={prefill}
            errors={words}
          />
        ))}
      </fieldset>
      <TermsBox provider={provider} error={words.tosConfirmed} />
      {failure !== null && (
        <p role="alert" className="rounded-lg bg-critical-wash px-4 py-3 text-pretty text-critical">
          {failure}
        </p>
      )}
      <button
        type="submit"
        disabled={step === "loading"}
        aria-disabled={step === "sending"}
        className="inline-flex h-12 w-full items-center justify-center gap-2 rounded-lg bg-accent px-5 font-medium text-on-accent transition-colors hover:bg-accent-strong disabled:cursor-default noscript:hidden"
      >
        {step === "sending" && <SpinnerIcon className="size-5" />}
        {step === "sending" ? say("sending") : say("send")}
      </button>
      <p role="status" className="sr-only">
        {step === "sending" && say("sending")}
        {step === "ready" && count > 0 && say("attention", { count })}
      </p>
    </form>
  );
}

/** What the wallet told of its user is on the page by now, and does not belong into the address bar or the history. */
function forgetPrefill(): void {
  const url = new URL(location.href);
  if (!url.searchParams.has("prefill")) return;
  url.searchParams.delete("prefill");
  history.replaceState(history.state, "", url);
}
