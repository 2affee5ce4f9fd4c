/** What a buyer may be asked for; every value on its way as SPEC's reference shape has it. */
export type BuyerData = {
  fullName?: string;
  /** YYYY-MM-DD. */
  dob?: string;
  /** Place of birth: ISO 3166-1 alpha-2, and the place in words. */
  pobCountry?: string;
  pobAddress?: string;
  /** Place of residence, likewise. */
  porCountry?: string;
  porAddress?: string;
  tosConfirmed?: boolean;
};

export type FormFieldId = keyof BuyerData;
/** The field types that wallets know (WIRE, Gateway). */
type FormFieldType = "text" | "date" | "checkbox";
export type FormField = { id: FormFieldId; name: string; required: boolean; type: FormFieldType };

const country = { type: "string", pattern: "^[A-Z]{2}$" } as const;
const address = { type: "string", maxLength: 200 } as const;

/** The reference shape of SPEC, "Data-collection descriptor", as JSON Schema draft 2020-12. */
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
  ...{ id, name, type },
  required: formSchema.required.some((one) => one === id),
});

/** The fields for wallets that draw a form of their own, in the order in which people expect them. */
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

/** True for the name of one of the form's fields. */
export function isFormFieldId(text: string): text is FormFieldId {
  return ids.has(text);
}
