import { isCountryCode } from "#lib/core/buyer-form/countries.ts";
import { type BuyerData, type FormFieldId, isFormFieldId } from "#lib/core/buyer-form/form-schema.ts";
import { validate } from "#lib/core/buyer-form/generated/validate.js";
import { asShown } from "#lib/core/visible-text.ts";

/** The reasons to refuse a field. */
export type FormFault =
  | "missing"
  | "unknown"
  | "empty"
  | "too_long"
  | "not_text"
  | "not_a_date"
  | "not_in_the_past"
  | "not_a_country"
  | "not_accepted";

/** `field` is a {@link FormFieldId} or an unknown field name; empty for an issue with the whole form. */
export type FormIssue = { field: string; fault: FormFault };

type SchemaError = {
  instancePath: string;
  schemaPath: string;
  keyword: string;
  params: { missingProperty?: string; additionalProperty?: string };
};

const faultOfKeyword: Readonly<Record<string, FormFault>> = {
  required: "missing",
  additionalProperties: "unknown",
  minLength: "empty",
  maxLength: "too_long",
  format: "not_a_date",
  pattern: "not_a_country",
  const: "not_accepted",
};

/** Earlier dates of birth are typing errors. */
const earliestBirth = "1900-01-01";

/**
 * Normalises form input before it is checked and stored: trims texts, of which those that show nothing are
 * empty, and drops empty dates and places. Returns anything but an object unchanged, for the check to refuse.
 */
export function tidyFormData(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const trimmed = Object.entries(value).map(
    ([id, one]) => [id, typeof one === "string" ? tidyText(one) : one] as const,
  );
  return Object.fromEntries(trimmed.filter(([id, one]) => one !== "" || !/^(po[br]|dob$)/.test(id)));
}

function tidyText(text: string): string {
  return asShown(text) === "" ? "" : text.trim();
}

/**
 * Validates normalised data against the schema and the rules that a schema can't express: the date of birth is in the past,
 * and the countries exist.
 * @param today YYYY-MM-DD in UTC.
 * @returns the data without issues, or all issues, at most one per field.
 */
export function checkFormData(value: unknown, today: string): { data: BuyerData | null; issues: FormIssue[] } {
  const found = validate(value) ? [] : ((validate as unknown as { errors: SchemaError[] }).errors ?? []);
  const issues = found
    .filter(({ schemaPath }) => !schemaPath.startsWith("#/anyOf/"))
    .flatMap((e) => toIssues(e, value));
  issues.push(...issuesBeyondSchema(value as BuyerData, today, new Set(issues.map(({ field }) => field))));
  const first = issues.filter(({ field }, index) => issues.findIndex((one) => one.field === field) === index);
  return first.length === 0 ? { data: value as BuyerData, issues: [] } : { data: null, issues: first };
}

function toIssues({ instancePath, keyword, params }: SchemaError, value: unknown): FormIssue[] {
  const field = params.missingProperty ?? params.additionalProperty ?? instancePath.slice(1);
  if (keyword === "anyOf") return missingPlaceFields(value);
  if (keyword === "type") return [{ field, fault: field === "tosConfirmed" ? "not_accepted" : "not_text" }];
  return [{ field, fault: faultOfKeyword[keyword] ?? "not_text" }];
}

/** Lists the missing fields of a place. One place is required: the one that was started, by default the residence. */
function missingPlaceFields(value: unknown): FormIssue[] {
  if (typeof value !== "object" || value === null) return [];
  const has = (id: FormFieldId) => Object.hasOwn(value, id);
  const isBirthBegun = has("pobCountry") || has("pobAddress");
  const isResidenceBegun = has("porCountry") || has("porAddress");
  const place = isBirthBegun && !isResidenceBegun ? birth : residence;
  return place.filter((id) => !has(id)).map((field) => ({ field, fault: "missing" }));
}

const birth = ["pobCountry", "pobAddress"] as const;
const residence = ["porCountry", "porAddress"] as const;

function issuesBeyondSchema(data: BuyerData, today: string, faulty: ReadonlySet<string>): FormIssue[] {
  const issues: FormIssue[] = [];
  const add = (field: FormFieldId, fault: FormFault) => void (faulty.has(field) || issues.push({ field, fault }));
  const { dob, pobCountry, porCountry } = data ?? {};
  if (typeof dob === "string" && dob >= today) add("dob", "not_in_the_past");
  if (typeof dob === "string" && dob < earliestBirth) add("dob", "not_a_date");
  if (typeof pobCountry === "string" && !isCountryCode(pobCountry)) add("pobCountry", "not_a_country");
  if (typeof porCountry === "string" && !isCountryCode(porCountry)) add("porCountry", "not_a_country");
  return issues;
}

/** True for an issue with a known field of the form. */
export function isOwnField(issue: FormIssue): issue is FormIssue & { field: FormFieldId } {
  return isFormFieldId(issue.field);
}
