import { servePostman } from "#lib/api/openapi/serve-openapi.ts";

/** The API as a Postman collection, of the newest stable version or of `?version=`. */
export function GET(request: Request): Response {
  return servePostman(request);
}
