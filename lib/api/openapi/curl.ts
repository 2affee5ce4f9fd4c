import type { Example, Method } from "#lib/api/operation.ts";
import type { ExampleDoc } from "#lib/api/schemas/reference.ts";

export type SampleRequest = ExampleDoc["request"] & { method: Method; baseUrl: string };

/** The shell command that sends a request. The shell expands header values that start with `$`. */
export function curlCommand({ method, baseUrl, target, headers, body }: SampleRequest): string {
  const parts = [
    method === "GET" || (method === "POST" && body !== null) ? "curl" : `curl -X ${method}`,
    quote(baseUrl + target),
    ...Object.entries(headers).map(
      ([name, value]) => `-H ${value.startsWith("$") ? `"${name}: ${value}"` : quote(`${name}: ${value}`)}`,
    ),
    ...(body === null ? [] : ["-H 'Content-Type: application/json'", `-d ${quote(body)}`]),
  ];
  return parts.join(" \\\n  ").replace(" \\\n  ", " ");
}

/**
 * The path and query of an example's request.
 * @param path with placeholders in braces.
 */
export function exampleTarget(
  path: string,
  { params = {}, query = {} }: Pick<Example<unknown>, "params" | "query">,
): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? name)) + search(query);
}

function search(query: NonNullable<Example<unknown>["query"]>): string {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) for (const one of [value].flat()) pairs.append(name, one);
  return pairs.size === 0 ? "" : `?${pairs}`;
}

/** Quotes text as one word of a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
