import { checkFormData, type FormFault, type FormIssue, tidyFormData } from "#lib/core/buyer-form/check-form-data.ts";
import type { BuyerData } from "#lib/core/buyer-form/form-schema.ts";
import { type Issue, invalidField, TillError } from "#lib/core/errors.ts";

/** What a wallet's own form gives: texts, `true` for a box that is ticked (SPEC, confirm). */
export type CollectedData = { fields: readonly { id: string; value: string }[] };

const sentences: Readonly<Record<FormFault, string>> = {
  missing: "is missing",
  unknown: "is not a field of the form",
  empty: "must not be empty",
  too_long: "must have at most 200 characters",
  not_text: "must be text",
  not_a_date: "must be a date that exists, YYYY-MM-DD, from 1900 on",
  not_in_the_past: "must lie in the past",
  not_a_country: "must be the two capital letters of a country (ISO 3166-1 alpha-2)",
  not_accepted: "must be accepted: true",
};

/** Checks what the hosted form sent. @param now whose day is today. @throws TillError `params_validation`. */
export function readFormData(value: unknown, now: Date): BuyerData {
  return read(value, now, ({ field, fault }) => ({ field: `data.${field}`, message: sentences[fault] }));
}

/**
 * Checks what a wallet sent with its confirm.
 * @throws TillError `params_validation`, each issue with the path of the field's entry, or of the list where a field
 * is missing.
 */
export function readCollectedData({ fields }: CollectedData, now: Date): BuyerData {
  const ids = fields.map(({ id }) => id);
  const twice = ids.findIndex((id, index) => ids.indexOf(id) !== index);
  if (twice !== -1) throw invalidField(`collectedData.fields.${twice}.id`, "is given twice");
  const entries = fields.map(({ id, value }) => [id, id === "tosConfirmed" ? toBoolean(value) : value] as const);
  return read(Object.fromEntries(entries), now, ({ field, fault }) => {
    const index = ids.indexOf(field);
    if (index === -1 || fault === "missing") {
      return { field: "collectedData.fields", message: `${field} ${sentences[fault]}` };
    }
    const part = fault === "unknown" ? "id" : "value";
    return { field: `collectedData.fields.${index}.${part}`, message: `${field} ${sentences[fault]}` };
  });
}

function read(value: unknown, now: Date, toIssue: (issue: FormIssue) => Issue): BuyerData {
  const { data, issues } = checkFormData(tidyFormData(value), now.toISOString().slice(0, 10));
  if (data === null) throw new TillError("params_validation", { issues: issues.map(toIssue) });
  return data;
}

function toBoolean(text: string): boolean | string {
  if (text === "true") return true;
  return text === "false" ? false : text;
}
