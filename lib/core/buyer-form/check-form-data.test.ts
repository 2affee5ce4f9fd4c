import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkFormData, type FormFault, tidyFormData } from "#lib/core/buyer-form/check-form-data.ts";
import { formFields, formSchema } from "#lib/core/buyer-form/form-schema.ts";
import { validate } from "#lib/core/buyer-form/generated/validate.js";
import { ada } from "#test/buyer-data/samples.ts";

const today = "2026-11-21";
const check = (change: Record<string, unknown>) => {
  const entries = Object.entries({ ...ada, ...change }).filter(([, value]) => value !== undefined);
  return checkFormData(tidyFormData(Object.fromEntries(entries)), today);
};

test("accepts a complete form with either place", () => {
  expect(check({})).toEqual({ data: ada, issues: [] });
  const { porCountry: _, porAddress: __, ...rest } = ada;
  const born = { ...rest, pobCountry: "FR", pobAddress: "Paris" };
  expect(checkFormData(born, today)).toEqual({ data: born, issues: [] });
});

test("trims texts and drops empty places", () => {
  expect(check({ fullName: "  Ada Lovelace\n", pobCountry: "", pobAddress: " " }).data).toEqual(ada);
});

const faults: [change: Record<string, unknown>, field: string, fault: FormFault][] = [
  [{ fullName: undefined }, "fullName", "missing"],
  [{ fullName: " " }, "fullName", "empty"],
  [{ fullName: 7 }, "fullName", "not_text"],
  [{ fullName: ["Ada"] }, "fullName", "not_text"],
  [{ dob: undefined }, "dob", "missing"],
  [{ dob: "" }, "dob", "missing"],
  [{ dob: "10.12.1985" }, "dob", "not_a_date"],
  [{ dob: "1985-02-29" }, "dob", "not_a_date"],
  [{ dob: "1985-13-01" }, "dob", "not_a_date"],
  [{ dob: "1985-12-10T00:00:00Z" }, "dob", "not_a_date"],
  [{ dob: "0085-12-10" }, "dob", "not_a_date"],
  [{ dob: today }, "dob", "not_in_the_past"],
  [{ dob: "2185-12-10" }, "dob", "not_in_the_past"],
  [{ porCountry: "gb" }, "porCountry", "not_a_country"],
  [{ porCountry: "ZZ" }, "porCountry", "not_a_country"],
  [{ porCountry: "GBR" }, "porCountry", "not_a_country"],
  [{ porCountry: undefined }, "porCountry", "missing"],
  [{ porAddress: "" }, "porAddress", "missing"],
  [{ porAddress: "x".repeat(201) }, "porAddress", "too_long"],
  [{ pobCountry: "ZZ", pobAddress: "Nowhere" }, "pobCountry", "not_a_country"],
  [{ tosConfirmed: undefined }, "tosConfirmed", "missing"],
  [{ tosConfirmed: false }, "tosConfirmed", "not_accepted"],
  [{ tosConfirmed: "true" }, "tosConfirmed", "not_accepted"],
  [{ status: "succeeded" }, "status", "unknown"],
];
test.each(faults)("refuses %o: %s is %s", (change, field, fault) => {
  expect(check(change)).toEqual({ data: null, issues: [{ field, fault }] });
});

test("ignores properties of prototypes and refuses __proto__ as a field", () => {
  const { data, issues } = checkFormData(JSON.parse('{"__proto__":{"fullName":"x"}}'), today);
  expect(data).toBeNull();
  expect(issues).toContainEqual({ field: "__proto__", fault: "unknown" });
  expect(checkFormData(Object.create({ ...ada }), today).data).toBeNull();
});

test("counts characters, not UTF-16 units: 200 emoji are 200", () => {
  expect(check({ porAddress: "🏡".repeat(200) }).issues).toEqual([]);
  expect(check({ porAddress: "🏡".repeat(201) }).issues).toEqual([{ field: "porAddress", fault: "too_long" }]);
});

describe("reports the missing fields of a place:", () => {
  const { porCountry: _, porAddress: __, ...person } = ada;
  test.each([
    [{}, ["porCountry", "porAddress"]],
    [{ pobCountry: "FR" }, ["pobAddress"]],
    [{ pobAddress: "Paris" }, ["pobCountry"]],
    [{ porAddress: "Paris", pobCountry: "FR" }, ["porCountry"]],
  ])("%o lacks %o", (place, missing) => {
    const issues = missing.map((field) => ({ field, fault: "missing" }));
    expect(checkFormData({ ...person, ...place }, today).issues).toEqual(issues);
  });
});

test("reports all issues together, one per field", () => {
  const { issues } = checkFormData({}, today);
  expect(issues.map(({ field }) => field).sort()).toEqual([
    "dob",
    "fullName",
    "porAddress",
    "porCountry",
    "tosConfirmed",
  ]);
});

test.each([null, undefined, 7, "text", [], true])("refuses %o", (value) => {
  expect(checkFormData(tidyFormData(value), today)).toMatchObject({ data: null, issues: [{ field: "" }] });
});

test("the generated validator agrees with ajv and its formats on any input", () => {
  const ajv = new Ajv2020({ allErrors: true, ownProperties: true });
  addFormats.default(ajv, ["date"]);
  const compiled = ajv.compile(formSchema);
  const text = fc.oneof(fc.string(), fc.constantFrom("GB", "1985-12-10", "1985-02-30", "2000-02-29", "🏡".repeat(200)));
  const value = fc.oneof(text, text, fc.boolean(), fc.integer(), fc.constant(null));
  const names = [...formFields.map(({ id }) => id), "other"];
  const record = fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 8 });
  const likely = fc.record({
    fullName: text,
    dob: fc.oneof(fc.constant("1985-12-10"), text),
    porCountry: fc.constantFrom("GB", "gb"),
    porAddress: text,
    tosConfirmed: fc.constantFrom(true, true, true, false),
  });
  fc.assert(
    fc.property(fc.oneof(record, likely, fc.anything()), (data) => {
      expect(validate(data)).toBe(compiled(data));
    }),
    { numRuns: 2_000 },
  );
});
