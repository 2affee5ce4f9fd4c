import { HTTPSnippet } from "@readme/httpsnippet";
import { curlCommand, type SampleRequest } from "#lib/api/openapi/curl.ts";
import type { SampleDoc } from "#lib/api/schemas/reference.ts";

type Generator = {
  target: "node" | "python" | "php" | "go";
  client: "fetch" | "requests" | "curl" | "native";
  /** Replaces a variable of the environment, by its name. */
  variable: (code: string, name: string) => string;
  /** Replaces the idempotency key by a new one for each run. */
  unique: (code: string) => string;
  /** Writes a character of a body's text that the generator leaves as it is, although it means something else in the language. */
  special: (character: string) => string;
};

const escaped = (character: string) => (character === "\\" ? String.raw`\\` : `\\u${hexOf(character)}`);

const generators: readonly Generator[] = [
  {
    target: "node",
    client: "fetch",
    variable: (code, name) => code.replaceAll(`'$${name}'`, `process.env.${name}`),
    unique: (code) => code.replaceAll(`'${uniqueValue}'`, "crypto.randomUUID()"),
    special: escaped,
  },
  {
    target: "python",
    client: "requests",
    variable: (code, name) => withImport("os", code, `"$${name}"`, `os.environ["${name}"]`),
    unique: (code) => withImport("uuid", code, `"${uniqueValue}"`, "str(uuid.uuid4())"),
    special: escaped,
  },
  {
    target: "php",
    client: "curl",
    variable: (code, name) => code.replaceAll(`: $${name}"`, `: " . getenv("${name}")`),
    unique: (code) => code.replaceAll(`: ${uniqueValue}"`, `: " . bin2hex(random_bytes(16))`),
    // Its quotes take everything as it is, but for a backslash.
    special: (character) => (character === "\\" ? String.raw`\\` : character),
  },
  {
    target: "go",
    client: "native",
    variable: (code, name) => withGoImport("os", code, `"$${name}"`, `os.Getenv("${name}")`),
    unique: (code) => withGoImport("time", code, `"${uniqueValue}"`, `time.Now().Format(time.RFC3339Nano)`),
    // A string of JSON in a string of Go.
    special: (character) => (character === "\\" ? String.raw`\\\\` : String.raw`\\u${hexOf(character)}`),
  },
];

/** The headers' placeholder for a new value: the shell replaces it in the curl command. */
export const uniqueValue = "$(openssl rand -hex 16)";

const variables = ["API_KEY", "MERCHANT_ID", "APP_ID"];

/** Backslashes, characters that no source text has, and those that mark them until the code is written. */
const specials = /[\\\p{Cc}\u2028\u2029\ue000\ue001]/gu;
const marked = /\ue000([0-9a-f]{4})\ue001/g;

const hexOf = (character: string) => character.charCodeAt(0).toString(16).padStart(4, "0");
const mark = (text: string) => text.replaceAll(specials, (character) => `\ue000${hexOf(character)}\ue001`);

/** Marks the special characters in all texts and keys of a JSON value. */
function markAll(value: unknown): unknown {
  if (typeof value === "string") return mark(value);
  if (Array.isArray(value)) return value.map(markAll);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [mark(key), markAll(one)]));
}

/** Programs that send a request. Keys and ids come from the environment, so that no program holds a secret. */
export function codeSamples(request: SampleRequest): SampleDoc[] {
  const { method, baseUrl, target: path, headers, body } = request;
  const text = body === null ? null : JSON.stringify(markAll(JSON.parse(body)));
  const all = { ...headers, ...(body === null ? {} : { "Content-Type": "application/json" }) };
  const snippet = new HTTPSnippet({
    method,
    url: baseUrl + path,
    httpVersion: "HTTP/1.1",
    cookies: [],
    queryString: [],
    headersSize: -1,
    bodySize: -1,
    headers: Object.entries(all).map(([name, value]) => ({ name, value })),
    postData: { mimeType: "application/json", ...(text === null ? {} : { text }) },
  });
  const programs = generators.map(({ target, client, variable, unique, special }) => {
    const [written] = [snippet.convert(target, client)].flat();
    if (typeof written !== "string") throw new Error(`there is no generator for ${target} with ${client}`);
    const code = unique(variables.reduce(variable, written)).replaceAll(marked, (_, hex: string) =>
      special(String.fromCharCode(Number.parseInt(hex, 16))),
    );
    return { language: target, code: code.trim() };
  });
  return [{ language: "curl", code: curlCommand(request) }, ...programs];
}

function withImport(module: string, code: string, from: string, to: string): string {
  if (!code.includes(from)) return code;
  const replaced = code.replaceAll(from, to);
  return replaced.startsWith("import ") && replaced.includes(`import ${module}\n`)
    ? replaced
    : `import ${module}\n${replaced}`;
}

function withGoImport(module: string, code: string, from: string, to: string): string {
  if (!code.includes(from)) return code;
  const replaced = code.replaceAll(from, to);
  return replaced.includes(`\t"${module}"\n`)
    ? replaced
    : replaced.replace('\t"net/http"\n', `\t"net/http"\n\t"${module}"\n`);
}
