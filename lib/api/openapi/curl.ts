import type { Example, Method } from "#lib/api/operation.ts";

export type CurlRequest = {
  method: Method;
  /** With placeholders in braces. */
  path: string;
  baseUrl: string;
  headers: Readonly<Record<string, string>>;
  example: Pick<Example<unknown>, "params" | "query" | "body">;
};

/** The shell command that sends an example. The shell expands header values that start with `$`. */
export function curlCommand({ method, path, baseUrl, headers, example }: CurlRequest): string {
  const { body } = example;
  const parts = [
    method === "GET" || (method === "POST" && body !== undefined) ? "curl" : `curl -X ${method}`,
    quote(baseUrl + exampleTarget(path, example)),
    ...Object.entries(headers).map(
      ([name, value]) => `-H ${value.startsWith("$") ? `"${name}: ${value}"` : quote(`${name}: ${value}`)}`,
    ),
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d ${quote(JSON.stringify(body, null, 2))}`]),
  ];
  return parts.join(" \\\n  ").replace(" \\\n  ", " ");
}

/** The path and query of an example's request. */
export function exampleTarget(path: string, { params = {}, query = {} }: CurlRequest["example"]): string {
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
