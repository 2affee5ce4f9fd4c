import type { FormMessages } from "#components/collect/messages/form-messages.ts";
import type { FormFault } from "#lib/core/buyer-form/check-form-data.ts";
import type { FormFieldId } from "#lib/core/buyer-form/form-schema.ts";

const missing = {
  fullName: "missing.fullName",
  dob: "missing.dob",
  porCountry: "missing.country",
  porAddress: "missing.porAddress",
  pobCountry: "missing.country",
  pobAddress: "missing.pobAddress",
  tosConfirmed: "missing.tosConfirmed",
} as const satisfies Record<FormFieldId, keyof FormMessages>;

const invalid = {
  too_long: "invalid.too_long",
  not_a_date: "invalid.not_a_date",
  not_in_the_past: "invalid.not_in_the_past",
  not_a_country: "missing.country",
} as const satisfies Partial<Record<FormFault, keyof FormMessages>>;

type FieldErrorKey = (typeof missing)[FormFieldId] | (typeof invalid)[keyof typeof invalid];

/** Returns the message key of a field's error. */
export function fieldErrorKey(field: FormFieldId, fault: FormFault): FieldErrorKey {
  return fault in invalid ? invalid[fault as keyof typeof invalid] : missing[field];
}
