import type { ApiRequest } from "#lib/api/http.ts";

export type RequestFields = {
  method?: string;
  /** The request target, query included, as in the request line. */
  url?: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
  remoteAddress?: string | null;
};

/** Creates a request to an operation, independent of any server. */
export function makeRequest(fields: RequestFields): ApiRequest {
  const { method = "GET", url = "/", headers = {}, body = "", remoteAddress = "192.0.2.1" } = fields;
  const [path = "", query] = url.split("?");
  const byName = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return {
    method,
    path,
    query: new URLSearchParams(query),
    header: (name) => byName.get(name),
    readBody: () => Promise.resolve(body),
    remoteAddress,
    isGone: false,
    onGone: () => () => undefined,
  };
}
