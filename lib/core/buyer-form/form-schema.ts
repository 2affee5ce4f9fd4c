/** Buyer data, under the field ids that wallets know. */
export type BuyerData = {
  fullName?: string;
  /** YYYY-MM-DD. */
  dob?: string;
  /** Place of birth: ISO 3166-1 alpha-2 code, and the place as text. */
  pobCountry?: string;
  pobAddress?: string;
  /** Place of residence, in the same format. */
  porCountry?: string;
  porAddress?: string;
  tosConfirmed?: boolean;
};

export type FormFieldId = keyof BuyerData;
/** The field types that wallets know. */
type FormFieldType = "text" | "date" | "checkbox";
export type FormField = { id: FormFieldId; name: string; required: boolean; type: FormFieldType };

const country = { type: "string", pattern: "^[A-Z]{2}$" } as const;
const address = { type: "string", maxLength: 200 } as const;

/** The buyer-data form (docs/contract.md), as JSON Schema draft 2020-12. */
export const formSchema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  additionalProperties: false,
  required: ["fullName", "dob", "tosConfirmed"],
  anyOf: [{ required: ["pobCountry", "pobAddress"] }, { required: ["porCountry", "porAddress"] }],
  properties: {
    fullName: { type: "string", minLength: 1 },
    dob: { type: "string", format: "date" },
    pobCountry: country,
    pobAddress: address,
    porCountry: country,
    porAddress: address,
    tosConfirmed: { type: "boolean", const: true },
  },
} as const;

const field = (id: FormFieldId, name: string, type: FormFieldType = "text"): FormField => ({
  id,
  name,
  type,
  required: formSchema.required.some((one) => one === id),
});

/** The fields for wallets that render their own form, in display order. */
export const formFields: readonly FormField[] = [
  field("fullName", "Full name"),
  field("dob", "Date of birth", "date"),
  field("porCountry", "Country of residence"),
  field("porAddress", "Address of residence"),
  field("pobCountry", "Country of birth"),
  field("pobAddress", "Place of birth"),
  field("tosConfirmed", "I accept the terms and the privacy policy", "checkbox"),
];

const ids: ReadonlySet<string> = new Set(formFields.map(({ id }) => id));

/** True for the id of a form field. */
export function isFormFieldId(text: string): text is FormFieldId {
  return ids.has(text);
}
