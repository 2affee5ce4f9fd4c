import type { Operation } from "#test/api/operations.ts";

/** An HTTP request that Node's own client can send. */
export type HttpRequest = {
  kind: "api" | "procedure" | "page";
  method: string;
  /** Path and query, as in the request line. */
  target: string;
  headers: Readonly<Record<string, string>>;
  body: string | null;
  /** The operation that the request was derived from, when its path and method still are that operation's. */
  operation?: Operation;
};

/** Bytes over a connection of their own. */
export type RawRequest = {
  kind: "raw";
  name: string;
  /** Written one after another. */
  chunks: readonly Buffer[];
  /**
   * The end of the connection: `answered` waits until the server closes it; `end` and `reset` leave after the last byte, `quiet`
   * after a moment in which the server may answer, and `kept` stays open, also when the server ends the connection.
   */
  leaves: "answered" | "end" | "reset" | "quiet" | "kept";
};

export type FuzzRequest = HttpRequest | RawRequest;

/** A shell command that repeats a request. */
export function describeRequest(request: FuzzRequest, { hostname, port }: URL): string {
  if (request.kind === "raw") {
    const hex = Buffer.concat(request.chunks).toString("hex");
    const shown = hex.length > longestHex ? `${hex.slice(0, longestHex)}` : hex;
    const cut = shown === hex ? "" : ` # the first ${longestHex / 2} of ${hex.length / 2} bytes`;
    return `echo ${shown} | xxd -r -p | nc -q 5 ${hostname} ${port} # ${request.name}, then ${request.leaves}${cut}`;
  }
  const { method, target, headers, body } = request;
  const parts = ["curl -si --path-as-is -X", quote(method), quote(`http://${hostname}:${port}${target}`)];
  for (const [name, value] of Object.entries(headers))
    parts.push("-H", quote(value === "" ? `${name};` : `${name}: ${value}`));
  if (body !== null) parts.push("--data-binary", quote(body));
  return parts.join(" ");
}

const longestHex = 8_192;

function quote(text: string): string {
  if (/^[\w./:@-]+$/.test(text)) return text;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters need the shell's other quotes.
  if (!/[\u0000-\u001f\u007f]/.test(text)) return `'${text.replaceAll("'", String.raw`'\''`)}'`;
  return `$'${[...text].map((character) => escaped(character)).join("")}'`;
}

function escaped(character: string): string {
  const code = character.charCodeAt(0);
  if (character === "'" || character === "\\") return `\\${character}`;
  return code < 0x20 || code === 0x7f ? `\\x${code.toString(16).padStart(2, "0")}` : character;
}
