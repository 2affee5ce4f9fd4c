import type { Place } from "#components/collect/place-fields.tsx";
import { checkFormData, type FormIssue, isOwnField, tidyFormData } from "#lib/core/buyer-form/check-form-data.ts";
import type { BuyerData, FormFieldId } from "#lib/core/buyer-form/form-schema.ts";

export type FieldErrors = Partial<Record<FormFieldId, FormIssue["fault"]>>;

/** Reads the form's values with the selected place and validates them with the same code as the server. */
export function validateForm(form: HTMLFormElement, place: Place): { data: BuyerData | null; errors: FieldErrors } {
  const typed = new FormData(form);
  const ids = ["fullName", "dob", `${place}Country`, `${place}Address`];
  const texts = ids.map((id) => [id, String(typed.get(id) ?? "")]);
  const value = tidyFormData({ ...Object.fromEntries(texts), tosConfirmed: typed.get("tosConfirmed") !== null });
  const { data, issues } = checkFormData(value, new Date().toISOString().slice(0, 10));
  const errors = issues.filter(isOwnField).map(({ field, fault }) => [visibleField(field, place), fault]);
  return { data, errors: Object.fromEntries(errors) };
}

/** With both places empty, validation asks for the residence. Returns the matching field of the selected place. */
function visibleField(field: FormFieldId, place: Place): string {
  return field.replace(/^po[rb]/, place);
}
