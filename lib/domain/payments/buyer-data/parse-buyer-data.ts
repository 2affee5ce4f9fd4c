import { checkFormData, type FormFault, type FormIssue, tidyFormData } from "#lib/core/buyer-form/check-form-data.ts";
import type { BuyerData } from "#lib/core/buyer-form/form-schema.ts";
import { type Issue, invalidField, TillError } from "#lib/core/errors.ts";

/** The fields of a wallet's own form, all of them text; a ticked box is the text `true`. */
export type CollectedData = { fields: readonly { id: string; value: string }[] };

const faultMessages: Readonly<Record<FormFault, string>> = {
  missing: "is missing",
  unknown: "is not a field of the form",
  empty: "must not be empty",
  too_long: "must have at most 200 characters",
  not_text: "must be text",
  not_a_date: "must be a valid date, YYYY-MM-DD, in 1900 or later",
  not_in_the_past: "must be in the past",
  not_a_country: "must be a two-letter country code in capitals (ISO 3166-1 alpha-2)",
  not_accepted: "must be accepted: send true",
};

/**
 * Validates the data of the hosted form.
 * @param now decides which day is today (UTC).
 * @throws TillError `params_validation`.
 */
export function parseFormData(value: unknown, now: Date): BuyerData {
  return parse(value, now, ({ field, fault }) => ({ field: `data.${field}`, message: faultMessages[fault] }));
}

/**
 * Validates the data that a wallet sent with its confirm.
 * @throws TillError `params_validation`; an issue names the path of the field's entry, or of the list when the field is
 * missing.
 */
export function parseCollectedData({ fields }: CollectedData, now: Date): BuyerData {
  const ids = fields.map(({ id }) => id);
  const repeated = ids.findIndex((id, index) => ids.indexOf(id) !== index);
  if (repeated !== -1) throw invalidField(`collectedData.fields.${repeated}.id`, "appears twice: send each field once");
  const entries = fields.map(({ id, value }) => [id, id === "tosConfirmed" ? toBoolean(value) : value] as const);
  return parse(Object.fromEntries(entries), now, ({ field, fault }) => {
    const index = ids.indexOf(field);
    if (index === -1 || fault === "missing") return { field: "collectedData.fields", message: `must include ${field}` };
    const part = fault === "unknown" ? "id" : "value";
    return { field: `collectedData.fields.${index}.${part}`, message: `${faultMessages[fault]} (${field})` };
  });
}

function parse(value: unknown, now: Date, toIssue: (issue: FormIssue) => Issue): BuyerData {
  const { data, issues } = checkFormData(tidyFormData(value), now.toISOString().slice(0, 10));
  if (data === null) throw new TillError("params_validation", { issues: issues.map(toIssue) });
  return data;
}

function toBoolean(text: string): boolean | string {
  if (text === "true") return true;
  return text === "false" ? false : text;
}
