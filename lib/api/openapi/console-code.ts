import { z } from "zod";
import { readJsonText } from "#lib/api/define-route.ts";
import type { ApiRequest, ApiResult } from "#lib/api/http.ts";
import { codeSamples, uniqueValue } from "#lib/api/openapi/code-samples.ts";
import { renderError } from "#lib/api/render-error.ts";
import { requestIdOf } from "#lib/api/request-id.ts";
import { parseInput } from "#lib/edge/parse-input.ts";
import { parseJson } from "#lib/edge/parse-json.ts";
import { env } from "#lib/env/env.ts";

const id = z
  .string()
  .regex(/^[\w.-]{1,128}$/)
  .optional();
/** The request that a console would send, without its credentials. */
const consoleCode = z.strictObject({
  method: z.enum(["GET", "POST", "PUT", "PATCH", "DELETE"]),
  target: z
    .string()
    .regex(/^\/v1\/[\x21-\x7e]*$/, "must be a path below /v1/")
    .max(8_192),
  credential: z.enum(["Api-Key", "App-Id"]),
  merchantId: id,
  version: id,
  /** Whether the operation takes an Idempotency-Key. */
  isIdempotent: z.boolean(),
  /** As JSON. */
  body: z.string().nullable(),
});

/** Writes a console's request in each language, with a placeholder in place of the key. Never throws. */
export async function answerConsoleCode(request: ApiRequest): Promise<ApiResult> {
  const headers = { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" };
  try {
    const asked = parseInput(consoleCode, parseJson(await readJsonText(request)));
    return { status: 200, headers, body: JSON.stringify({ samples: samplesOf(asked) }) };
  } catch (thrown) {
    const { status, body } = renderError(thrown, { requestId: requestIdOf(request), operationId: "console-code" });
    return { status, headers, body };
  }
}

function samplesOf({
  method,
  target,
  credential,
  merchantId,
  version,
  isIdempotent,
  body,
}: z.output<typeof consoleCode>) {
  const headers = {
    ...(credential === "App-Id" ? { "App-Id": "$APP_ID" } : { "Api-Key": "$API_KEY" }),
    ...(merchantId === undefined ? {} : { "Merchant-Id": merchantId }),
    ...(isIdempotent ? { "Idempotency-Key": uniqueValue } : {}),
    ...(version === undefined ? {} : { "Service-Version": version }),
  };
  const formatted = body === null ? null : JSON.stringify(parseJson(body), null, 2);
  return codeSamples({ method, baseUrl: env().PUBLIC_URL, target: encoded(target), headers, body: formatted });
}

/** Encodes what a browser leaves in a path or query, and a program could read as the end of a string or as a variable. */
function encoded(target: string): string {
  return target.replaceAll(/["'\\$`<>{}|^]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}
