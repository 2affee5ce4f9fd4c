import { consoleDoc } from "#lib/api/openapi/console.ts";
import { newestStable } from "#lib/api/openapi/serve-openapi.ts";
import { serviceVersions } from "#lib/core/service-versions.ts";

/** The parameters and example bodies of `?operation=` in `?version=`, for the console of the API reference. */
export function GET(request: Request): Response {
  const query = new URL(request.url).searchParams;
  const version = serviceVersions.find((one) => one === query.get("version")) ?? newestStable;
  const doc = consoleDoc(query.get("operation") ?? "", version);
  if (doc === null) return Response.json({ message: "There is no such operation." }, { status: 404 });
  return Response.json(doc, { headers: { "cache-control": "public, max-age=300" } });
}
