import type { HttpRequest } from "./fuzz-request.ts";

/** Small things of which a request can hold many. */
export type SmallThings = {
  name: string;
  /** As many as fit into 16 KiB of headers or 64 KiB of body, next to the credentials. */
  most: number;
  /** Adds so many to a request. */
  add: (request: HttpRequest, count: number) => HttpRequest;
};

const repeat = (count: number, one: (index: number) => string, separator: string) =>
  Array.from({ length: count }, (_, index) => one(index)).join(separator);

const withHeaders = (request: HttpRequest, headers: Record<string, string>): HttpRequest => ({
  ...request,
  headers: { ...request.headers, ...headers },
});

function inQuery(name: string, most: number, query: (count: number) => string): SmallThings {
  const add = (request: HttpRequest, count: number) => {
    const separator = request.target.includes("?") ? "&" : "?";
    return { ...request, target: request.target + separator + query(count) };
  };
  return { name, most, add };
}

function inBody(name: string, most: number, type: string, body: (count: number) => string): SmallThings {
  return {
    name,
    most,
    add: (request, count) => withHeaders({ ...request, body: body(count) }, { "content-type": type }),
  };
}

function inHeader(name: string, most: number, header: string, item: (index: number) => string, separator: string) {
  const add = (request: HttpRequest, count: number) => {
    const before = request.headers[header];
    const items = repeat(count, item, separator);
    return withHeaders(request, { [header]: before === undefined ? items : `${before}${separator}${items}` });
  };
  return { name, most, add };
}

const numbered = (separator: string) => (count: number) => repeat(count, (index) => `a${index}=1`, separator);
const equal = (item: string, separator: string) => (count: number) => repeat(count, () => item, separator);
const input = (json: (count: number) => string) => (count: number) => `input=${encodeURIComponent(json(count))}`;
const keys = (count: number) => `{${repeat(count, (index) => `"${index}":1`, ",")}}`;
const levels = (count: number) => "[".repeat(count) + "]".repeat(count);

const lists = ["accept", "accept-encoding", "accept-language", "cache-control", "if-none-match", "x-forwarded-for"];
const texts = [
  "api-key",
  "idempotency-key",
  "next-router-state-tree",
  "next-url",
  "origin",
  "request-id",
  "user-agent",
];

/** Small things that any request can hold. */
export const anyThings: readonly SmallThings[] = [
  inHeader("cookies", 1_600, "cookie", (index) => `a${index}=1`, "; "),
  inHeader("equal cookies", 3_200, "cookie", () => "a=", ";"),
  inHeader("parts of a session", 300, "cookie", (index) => `next-auth.session-token.${index}=1`, "; "),
  inQuery("parameters", 1_600, numbered("&")),
  inQuery("equal parameters", 6_000, equal("a", "&")),
  inQuery("entries of a list", 1_600, equal("status=", "&")),
  inQuery("encoded characters", 4_000, (count) => `a=${"%22".repeat(count)}`),
  {
    name: "segments",
    most: 6_000,
    add: (request, count) => ({ ...request, target: request.target.replace(/(?=\?|$)/, "/a".repeat(count)) }),
  },
  {
    name: "headers",
    most: 800,
    add: (request, count) => {
      const names = Array.from({ length: count }, (_, index) => `a${index}`);
      return withHeaders(request, Object.fromEntries(names.map((name) => [name, "1"])));
    },
  },
  ...lists.map((name) => inHeader(`entries of ${name}`, 4_000, name, () => "a;", ",")),
  ...texts.map((name) => inHeader(`characters of ${name}`, 12_000, name, () => "[", "")),
];

/** Small things in the JSON of a data call's query. */
export const inputThings: readonly SmallThings[] = [
  inQuery("keys of the input", 800, input(keys)),
  inQuery(
    "entries of the input",
    1_600,
    input((count) => `{"status":[${equal("1", ",")(count)}]}`),
  ),
  inQuery("levels of the input", 2_000, input(levels)),
];

const json = "application/json";
const form = "application/x-www-form-urlencoded";
const part = (index: number) => `--x\r\nContent-Disposition: form-data; name=${index}\r\n\r\n`;

/** Small things in a body. */
export const bodyThings: readonly SmallThings[] = [
  inBody("keys", 6_000, json, keys),
  inBody("equal keys", 8_000, json, (count) => `{${equal('"a":1', ",")(count)}}`),
  inBody("entries", 30_000, json, (count) => `{"accounts":[${equal("1", ",")(count)}]}`),
  inBody("levels", 30_000, json, levels),
  inBody("escapes", 10_000, json, (count) => `{"email":"${String.raw`\u0022`.repeat(count)}"}`),
  inBody("fields", 8_000, form, numbered("&")),
  inBody("equal fields", 30_000, form, equal("a", "&")),
  inBody("parts", 1_000, "multipart/form-data; boundary=x", (count) => `${repeat(count, part, "\r\n")}\r\n--x--`),
];
