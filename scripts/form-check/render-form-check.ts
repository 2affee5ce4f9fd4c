import path from "node:path";
import { _ } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import standaloneCode from "ajv/dist/standalone/index.js";
import { isCalendarDate } from "#lib/core/buyer-form/calendar-date.ts";
import { formSchema } from "#lib/core/buyer-form/form-schema.ts";

/** The path of the generated validator. */
export const formCheckPath = path.join(import.meta.dirname, "../../lib/core/buyer-form/generated/validate.js");

const preamble = `// Written by \`node scripts/generate-form-check.ts\` from lib/core/buyer-form/form-schema.ts. Do not edit.
import { isCalendarDate } from "../calendar-date.ts";

const formats = { date: isCalendarDate };
`;

/**
 * Renders ajv's validator of the buyer's form as a standalone module. Compiling the schema in the browser would need
 * `unsafe-eval`, which the pages' policy forbids, and this way the server runs the same code.
 * @throws Error when ajv needs a runtime helper that isn't replaced here.
 */
export function renderFormCheck(): string {
  const ajv = new Ajv2020({
    allErrors: true,
    strict: true,
    strictRequired: false,
    messages: false,
    ownProperties: true,
    formats: { date: isCalendarDate },
    code: { source: true, esm: true, formats: _`formats` },
  });
  const code = standaloneCode(ajv, ajv.compile(formSchema))
    // JSON Schema counts lengths in characters, not UTF-16 units.
    .replace(/require\("ajv\/dist\/runtime\/ucs2length"\)\.default/, "(text) => Array.from(text).length")
    .replace(/^"use strict";/, "")
    .replace(/export default validate\d+;/, "")
    .replaceAll(/;(?=(const|let|export|function|if|for|return|validate)\b)/g, ";\n");
  if (code.includes("require(")) throw new Error("the generated validator needs a package at run time");
  return `${preamble}${code}\n`;
}
