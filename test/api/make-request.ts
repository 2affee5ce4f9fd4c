import type { ApiRequest } from "#lib/api/http.ts";

export type RequestFields = {
  method?: string;
  /** With its query, as it stands in the first line of a request. */
  url?: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
  remoteAddress?: string | null;
};

/** A request to an operation without anything that carries it. */
export function makeRequest(fields: RequestFields): ApiRequest {
  const { method = "GET", url = "/", headers = {}, body = "", remoteAddress = "192.0.2.1" } = fields;
  const [path = "", query] = url.split("?");
  const byName = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return {
    method,
    path,
    query: new URLSearchParams(query),
    header: (name) => byName.get(name),
    headerTexts: () => byName.values(),
    readBody: () => Promise.resolve(body),
    remoteAddress,
    isGone: false,
    onGone: () => () => undefined,
  };
}
