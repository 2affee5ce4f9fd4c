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

const other = {
  too_long: "fault.too_long",
  not_a_date: "fault.not_a_date",
  not_in_the_past: "fault.not_in_the_past",
  not_a_country: "missing.country",
} as const satisfies Partial<Record<FormFault, keyof FormMessages>>;

type FaultWords = (typeof missing)[FormFieldId] | (typeof other)[keyof typeof other];

/** What a buyer reads beside a field. */
export function faultWords(field: FormFieldId, fault: FormFault): FaultWords {
  return fault in other ? other[fault as keyof typeof other] : missing[field];
}
