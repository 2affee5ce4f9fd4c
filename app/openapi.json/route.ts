import { serveOpenApi } from "#lib/api/openapi/serve-openapi.ts";

/** The API as an OpenAPI 3.1 document, `?version=` for another than the newest stable one. */
export function GET(request: Request): Response {
  return serveOpenApi(request);
}
