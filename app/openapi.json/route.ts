import { serveOpenApi } from "#lib/api/openapi/serve-openapi.ts";

/** The API as an OpenAPI 3.1 document, of the newest stable version or of `?version=`. */
export function GET(request: Request): Response {
  return serveOpenApi(request);
}
