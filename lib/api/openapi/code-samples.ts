import { HTTPSnippet } from "@readme/httpsnippet";
import type { Method } from "#lib/api/operation.ts";
import type { ExampleDoc, SampleDoc } from "#lib/api/schemas/reference.ts";

type SampleRequest = ExampleDoc["request"] & { method: Method; baseUrl: string };

type Generator = {
  target: "node" | "python" | "php" | "go";
  client: "fetch" | "requests" | "curl" | "native";
  /** Replaces a variable of the environment, by its name. */
  variable: (code: string, name: string) => string;
  /** Replaces the idempotency key by a new one for each run. */
  unique: (code: string) => string;
};

const generators: readonly Generator[] = [
  {
    target: "node",
    client: "fetch",
    variable: (code, name) => code.replaceAll(`'$${name}'`, `process.env.${name}`),
    unique: (code) => code.replaceAll(`'${uniqueValue}'`, "crypto.randomUUID()"),
  },
  {
    target: "python",
    client: "requests",
    variable: (code, name) => withImport("os", code, `"$${name}"`, `os.environ["${name}"]`),
    unique: (code) => withImport("uuid", code, `"${uniqueValue}"`, "str(uuid.uuid4())"),
  },
  {
    target: "php",
    client: "curl",
    variable: (code, name) => code.replaceAll(`: $${name}"`, `: " . getenv("${name}")`),
    unique: (code) => code.replaceAll(`: ${uniqueValue}"`, `: " . bin2hex(random_bytes(16))`),
  },
  {
    target: "go",
    client: "native",
    variable: (code, name) => withGoImport("os", code, `"$${name}"`, `os.Getenv("${name}")`),
    unique: (code) => withGoImport("time", code, `"${uniqueValue}"`, `time.Now().Format(time.RFC3339Nano)`),
  },
];

/** The headers' placeholder for a new value: the shell replaces it in the curl command. */
export const uniqueValue = "$(openssl rand -hex 16)";

const variables = ["API_KEY", "MERCHANT_ID", "APP_ID"];

/**
 * Programs that send an example's request. Keys and ids come from the environment, so that no program holds a secret.
 * @param request has no backslashes in its texts: the generator for Node.js doesn't escape them.
 */
export function codeSamples(request: SampleRequest): SampleDoc[] {
  const { method, baseUrl, target: path, headers, body } = request;
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
    postData: { mimeType: "application/json", ...(body === null ? {} : { text: body }) },
  });
  return generators.map(({ target, client, variable, unique }) => {
    const [written] = [snippet.convert(target, client)].flat();
    if (typeof written !== "string") throw new Error(`there is no generator for ${target} with ${client}`);
    return { language: target, code: unique(variables.reduce(variable, written)).trim() };
  });
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
