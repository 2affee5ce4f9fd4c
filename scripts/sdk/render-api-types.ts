import { readFile, rename, writeFile } from "node:fs/promises";
import openapiTS, { astToString } from "openapi-typescript";
import { buildOpenApi, type OpenApiDocument, type OpenApiOperation } from "#lib/api/openapi/build-openapi.ts";
import { newestStable } from "#lib/api/openapi/serve-openapi.ts";

const opening = `// Generated from the OpenAPI document of version ${newestStable} by \`npm run sdk -- generate\`.
`;

/** Writes the SDK's types if they differ. A concurrent reader sees the old or the new file as a whole. */
export async function writeApiTypes(file: string): Promise<void> {
  const types = await renderApiTypes();
  if ((await readFile(file, "utf8").catch(() => null)) === types) return;
  const written = `${file}.${process.pid}.tmp`;
  await writeFile(written, types);
  await rename(written, file);
}

/**
 * Renders the types of the API's paths for the SDK, from the document of the newest stable version: requests,
 * and responses of success. Errors are left out, because the client throws them; so are deprecated paths.
 */
export async function renderApiTypes(): Promise<string> {
  const document = buildOpenApi(newestStable, "https://till.example");
  const nodes = await openapiTS(JSON.stringify(ofSuccesses(document)));
  const repeatable = Object.entries(document.paths).flatMap(([path, { post }]) =>
    post !== undefined && post.deprecated !== true && post.parameters.some(isIdempotencyKey) ? [path] : [],
  );
  const list = `/** The paths whose POST takes an idempotency key. */
export const idempotentPaths: ReadonlySet<string> = new Set(${JSON.stringify(repeatable, null, 4)});
`;
  return opening + list + astToString(nodes);
}

const isIdempotencyKey = ({ name }: { name: string }) => name === "Idempotency-Key";

function ofSuccesses(document: OpenApiDocument): object {
  const paths = Object.entries(document.paths).map(([path, methods]) => {
    const kept = Object.entries(methods).filter(([, { deprecated }]) => deprecated !== true);
    return [path, Object.fromEntries(kept.map(([method, operation]) => [method, ofSuccess(operation)]))];
  });
  return { ...document, paths: Object.fromEntries(paths) };
}

/**
 * The idempotency key, which the client makes itself, is optional to its caller. Headers of responses are not
 * returned.
 */
function ofSuccess(operation: OpenApiOperation): object {
  const responses = Object.entries(operation.responses)
    .filter(([status]) => status.startsWith("2"))
    .map(([status, { headers: _headers, ...response }]) => [status, response]);
  const parameters = operation.parameters.map((each) => (isIdempotencyKey(each) ? { ...each, required: false } : each));
  return { ...operation, parameters, responses: Object.fromEntries(responses) };
}
