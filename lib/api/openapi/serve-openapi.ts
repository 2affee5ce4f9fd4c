import { randomUUID } from "node:crypto";
import { postmanCollection } from "#lib/api/docs/postman.ts";
import { buildOpenApi } from "#lib/api/openapi/build-openapi.ts";
import { renderError } from "#lib/api/render-error.ts";
import { parseVersion } from "#lib/api/version.ts";
import { type ServiceVersion, serviceVersions } from "#lib/core/service-versions.ts";
import { env } from "#lib/env/env.ts";

/** The default version of the reference: the newest that is not a preview. */
export const newestStable: ServiceVersion =
  serviceVersions.findLast((version) => !version.endsWith(".preview")) ?? serviceVersions[0];

/** Returns a function that serves one document for each version to any origin, because nothing in it is private. */
function serveVersions(build: (version: ServiceVersion) => object): (request: Request) => Response {
  const texts = new Map<ServiceVersion, string>();
  return (request) =>
    serve(request, (version) => {
      const text = texts.get(version) ?? JSON.stringify(build(version));
      texts.set(version, text);
      return text;
    });
}

/** Serves `GET /openapi.json?version=`. Never throws. */
export const serveOpenApi = serveVersions((version) => buildOpenApi(version, env().PUBLIC_URL));

/** Serves `GET /docs/postman.json?version=`. Never throws. */
export const servePostman = serveVersions(postmanCollection);

function serve(request: Request, textOf: (version: ServiceVersion) => string): Response {
  const common = { "content-type": "application/json; charset=utf-8", "access-control-allow-origin": "*" };
  try {
    const asked = new URL(request.url).searchParams.get("version");
    const text = textOf(asked === null ? newestStable : parseVersion(asked));
    return new Response(text, { headers: { ...common, "cache-control": "public, max-age=300" } });
  } catch (error) {
    const requestId = randomUUID();
    const { status, headers, body } = renderError(error, { requestId, operationId: "openapi" });
    const own = { "cache-control": "no-store", "request-id": requestId };
    return new Response(body, { status, headers: { ...common, ...own, ...headers } });
  }
}
