import { randomUUID } from "node:crypto";
import { buildOpenApi } from "#lib/api/openapi/build-openapi.ts";
import { renderError } from "#lib/api/render-error.ts";
import { parseVersion } from "#lib/api/version.ts";
import { type ServiceVersion, serviceVersions } from "#lib/core/service-versions.ts";
import { env } from "#lib/env/env.ts";

/** The default version of the reference: the newest that is not a preview. */
export const newestStable: ServiceVersion =
  serviceVersions.findLast((version) => !version.endsWith(".preview")) ?? serviceVersions[0];

const texts = new Map<ServiceVersion, string>();

/** The document of a version as JSON text, built once. */
function openApiText(version: ServiceVersion): string {
  const text = texts.get(version) ?? JSON.stringify(buildOpenApi(version, env().PUBLIC_URL));
  texts.set(version, text);
  return text;
}

/** Serves `GET /openapi.json?version=` to any origin, because nothing in it is private. Never throws. */
export function serveOpenApi(request: Request): Response {
  const common = { "content-type": "application/json; charset=utf-8", "access-control-allow-origin": "*" };
  try {
    const asked = new URL(request.url).searchParams.get("version");
    const text = openApiText(asked === null ? newestStable : parseVersion(asked));
    return new Response(text, { headers: { ...common, "cache-control": "public, max-age=300" } });
  } catch (error) {
    const requestId = randomUUID();
    const { status, headers, body } = renderError(error, { requestId, operationId: "openapi" });
    const own = { "cache-control": "no-store", "request-id": requestId };
    return new Response(body, { status, headers: { ...common, ...own, ...headers } });
  }
}
