import path from "node:path";
import { _ } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import standaloneCode from "ajv/dist/standalone/index.js";
import { isCalendarDate } from "#lib/core/buyer-form/calendar-date.ts";
import { formSchema } from "#lib/core/buyer-form/form-schema.ts";

/** Where the validator is kept. */
export const formCheckPath = path.join(import.meta.dirname, "../../lib/core/buyer-form/generated/validate.js");

const preamble = `// Written by \`node scripts/generate-form-check.ts\` from lib/core/buyer-form/form-schema.ts; not to be edited.
import { isCalendarDate } from "../calendar-date.ts";

const formats = { date: isCalendarDate };
`;

/**
 * Writes ajv's validator of the buyer's form as a module of its own. Compiling in the browser would need
 * \`unsafe-eval\`, which the pages' policy refuses; and so the server runs the very same code.
 * @throws Error when ajv wants a helper of its own that is not replaced here.
 */
export function renderFormCheck(): string {
  const ajv = new Ajv2020({
    ...{ allErrors: true, strict: true, strictRequired: false, messages: false, ownProperties: true },
    formats: { date: isCalendarDate },
    code: { source: true, esm: true, formats: _`formats` },
  });
  const code = standaloneCode(ajv, ajv.compile(formSchema))
    // Lengths count characters, not UTF-16 units, as JSON Schema says.
    .replace(/require\("ajv\/dist\/runtime\/ucs2length"\)\.default/, "(text) => Array.from(text).length")
    .replace(/^"use strict";/, "")
    .replace(/export default validate\d+;/, "")
    .replaceAll(/;(?=(const|let|export|function|if|for|return|validate)\b)/g, ";\n");
  if (code.includes("require(")) throw new Error("the generated validator wants a package at run time");
  return `${preamble}${code}\n`;
}
