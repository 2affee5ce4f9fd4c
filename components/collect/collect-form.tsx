"use client";

import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { controlClass, Field } from "#components/collect/field.tsx";
import { fieldErrorKey } from "#components/collect/field-errors.ts";
import { FormOutcome } from "#components/collect/form-outcome.tsx";
import { useFormTranslation } from "#components/collect/form-translation.tsx";
import { type Country, type Place, PlaceChoice, PlaceFields } from "#components/collect/place-fields.tsx";
import { type Prefill, readPrefill } from "#components/collect/read-prefill.ts";
import { reportOutcome } from "#components/collect/report-outcome.ts";
import { submitForm } from "#components/collect/submit-form.ts";
import { type Provider, TermsBox } from "#components/collect/terms-box.tsx";
import { SpinnerIcon } from "#components/ui/icons.tsx";
import { checkFormData, type FormIssue, isOwnField, tidyFormData } from "#lib/core/buyer-form/check-form-data.ts";
import type { BuyerData, FormFieldId } from "#lib/core/buyer-form/form-schema.ts";

type CollectFormProps = {
  paymentId: string;
  accounts: readonly string[];
  provider: Provider;
  countries: readonly Country[];
  prefill: Prefill;
  /** The server's date when it rendered the page, YYYY-MM-DD. */
  today: string;
  /** The introduction above the fields. */
  children: ReactNode;
};

/**
 * The form for the buyer's details. A draft in the URL's fragment, which our checkout puts there because
 * browsers don't send it to servers, fills in the fields as `prefill` does.
 */
export function CollectForm(props: CollectFormProps) {
  const [draft, setDraft] = useState<Prefill | null>(null);
  useEffect(() => {
    const parameter = new URLSearchParams(location.hash.slice(1)).get("prefill");
    if (parameter !== null) setDraft(readPrefill(parameter));
    forgetPrefill();
  }, []);
  const prefill = { ...props.prefill, ...draft };
  return <DetailsForm key={draft === null ? "given" : "drafted"} {...props} prefill={prefill} />;
}

/** Submits once every field is valid and the terms are accepted. */
function DetailsForm(props: CollectFormProps) {
  const { paymentId, accounts, provider, countries, prefill, today, children } = props;
  const t = useFormTranslation();
  const form = useRef<HTMLFormElement>(null);
  const [place, setPlace] = useState<Place>(prefill.pobCountry && !prefill.porCountry ? "pob" : "por");
  const [errors, setErrors] = useState<FieldErrors>({});
  const [step, setStep] = useState<"ready" | "sending" | "sent">("ready");
  const [failure, setFailure] = useState<string | null>(null);
  // A counter, because submitting with the same errors again must move the focus again.
  const [failedAttempts, setFailedAttempts] = useState(0);

  useEffect(() => {
    if (failedAttempts > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failedAttempts]);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (form.current === null || step !== "ready") return;
    const { data, errors: found } = validateForm(form.current, place);
    setErrors(found);
    setFailure(null);
    if (data === null) return setFailedAttempts((count) => count + 1);
    setStep("sending");
    const result = await submitForm(paymentId, accounts, data);
    if (result.kind === "accepted") return setStep("sent");
    // The reloaded page shows how the payment ended and notifies the host.
    if (result.kind === "closed") return location.reload();
    setStep("ready");
    const message = t(result.reason);
    setFailure(message);
    reportOutcome({ type: "IC_ERROR", error: message });
  }

  /** Removes the errors that the buyer has fixed. New errors appear only on the next submit. */
  function clearFixedErrors(): void {
    if (form.current === null || Object.keys(errors).length === 0) return;
    const { errors: found } = validateForm(form.current, place);
    const remaining = Object.entries(found).filter(([id]) => id in errors);
    setErrors(Object.fromEntries(remaining));
  }

  if (step === "sent") return <FormOutcome kind="sent" hasChanged />;
  const errorTexts = Object.fromEntries(
    Object.entries(errors).map(([id, fault]) => [id, t(fieldErrorKey(id as FormFieldId, fault))]),
  );
  const count = Object.keys(errors).length;
  return (
    <form
      ref={form}
      method="post"
      noValidate
      aria-label={t("title")}
      onSubmit={(event) => void submit(event)}
      onChange={clearFixedErrors}
      className="flex flex-col gap-5"
    >
      {children}
      <Field id="fullName" label={t("name")} hint={t("nameHint")} error={errorTexts.fullName}>
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
      <Field id="dob" label={t("dob")} error={errorTexts.dob}>
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
          {t("place")} <span className="font-normal text-ink-muted">{t("placeNote")}</span>
        </legend>
        <PlaceChoice place={place} onChoose={setPlace} />
        {(["por", "pob"] as const).map((one) => (
          <PlaceFields
            key={one}
            place={one}
            isShown={one === place}
            countries={countries}
            prefill={prefill}
            errors={errorTexts}
          />
        ))}
      </fieldset>
      <TermsBox provider={provider} error={errorTexts.tosConfirmed} />
      {failure !== null && (
        <p role="alert" className="rounded-lg bg-critical-wash px-4 py-3 text-pretty text-critical">
          {failure}
        </p>
      )}
      <button
        type="submit"
        aria-disabled={step === "sending"}
        className="inline-flex min-h-13 w-full items-center justify-center gap-2 rounded-lg border border-brand-edge bg-brand px-5 text-lg font-semibold text-on-brand transition-colors hover:bg-brand-strong noscript:hidden"
      >
        {step === "sending" && <SpinnerIcon className="size-5" />}
        {step === "sending" ? t("sending") : t("send")}
      </button>
      <p role="status" className="sr-only">
        {step === "sending" && t("sending")}
        {step === "ready" && count > 0 && t("attention", { count })}
      </p>
    </form>
  );
}

/** Removes the prefilled personal data from the address bar and the history, now that the form has it. */
function forgetPrefill(): void {
  const url = new URL(location.href);
  if (!url.searchParams.has("prefill") && !url.hash.includes("prefill=")) return;
  url.searchParams.delete("prefill");
  url.hash = "";
  history.replaceState(history.state, "", url);
}

type FieldErrors = Partial<Record<FormFieldId, FormIssue["fault"]>>;

/** Reads the form's values with the selected place and validates them with the same code as the server. */
function validateForm(form: HTMLFormElement, place: Place): { data: BuyerData | null; errors: FieldErrors } {
  const typed = new FormData(form);
  const ids = ["fullName", "dob", `${place}Country`, `${place}Address`];
  const texts = ids.map((id) => [id, String(typed.get(id) ?? "")]);
  const value = tidyFormData({ ...Object.fromEntries(texts), tosConfirmed: typed.get("tosConfirmed") !== null });
  const { data, issues } = checkFormData(value, new Date().toISOString().slice(0, 10));
  const errors = issues.filter(isOwnField).map(({ field, fault }) => [visibleField(field, place), fault]);
  return { data, errors: Object.fromEntries(errors) };
}

/**
 * With both places empty, validation asks for the residence. Returns the matching field of the selected
 * place.
 */
function visibleField(field: FormFieldId, place: Place): string {
  return field.replace(/^po[rb]/, place);
}
