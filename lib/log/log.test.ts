import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createLogger } from "#lib/log/log.ts";

/** Logs these fields and returns the output as text and as JSON. */
function written(fields: object): { text: string; line: Record<string, unknown> } {
  const lines: string[] = [];
  createLogger("info", { write: (line: string) => lines.push(line) }).info(fields, "something happened");
  const text = lines.join("");
  return { text, line: JSON.parse(text) };
}

const secret = "hunter2-0xdeadbeef";
const names = [
  "apiKey",
  "secret",
  "password",
  "privateKey",
  "signature",
  "results",
  "collectedData",
  "fullName",
  "dob",
  "pobAddress",
  "porAddress",
  "prefill",
  "authorization",
  "cookie",
];

describe("a secret is never logged", () => {
  test.for(names)("as %s, at the top level or one level deep", (name) => {
    expect(written({ [name]: secret }).text).not.toContain(secret);
    expect(written({ request: { [name]: secret } }).text).not.toContain(secret);
    expect(written({ [name]: { inner: [secret] } }).text).not.toContain(secret);
  });

  test.for(["api-key", "x-api-key", "authorization", "cookie"])("as the header %s, of a request or alone", (name) => {
    const headers = { [name]: secret };
    expect(written({ headers }).text).not.toContain(secret);
    expect(written({ request: { headers } }).text).not.toContain(secret);
  });

  test("as a property of an error", () => {
    const error = Object.assign(new Error("no"), { signature: secret, apiKey: secret });
    expect(written({ err: error }).text).not.toContain(secret);
  });

  test("under any of these keys, next to any other values", () => {
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.uuid(), fc.jsonValue(), (name, token, other) => {
        const { text } = written({ payment: { [name]: token, note: other }, [name]: token });
        expect(text).not.toContain(token);
      }),
    );
  });
});

test("other fields are logged unchanged, as one line of JSON with time and level", () => {
  const { text, line } = written({ paymentId: "pay_1", chainId: 8453 });
  expect(text.trimEnd().split("\n")).toHaveLength(1);
  expect(line).toEqual({
    level: 30,
    time: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T.*Z$/),
    msg: "something happened",
    paymentId: "pay_1",
    chainId: 8453,
  });
});

test("a node's URL, whose path contains a key, is removed from a logged error", () => {
  const lines: string[] = [];
  const logger = createLogger("info", { write: (line: string) => void lines.push(line) });
  const cause = new Error("POST https://base.example/v2/secret-key failed");
  logger.warn({ err: new Error("URL: https://base.example/v2/secret-key\nbody {}", { cause }) }, "a round failed");
  expect(lines.join("")).toContain("[url]");
  expect(lines.join("")).not.toContain("secret-key");
});

test("calldata with a buyer's signature is removed from a logged error, and a transaction hash is kept", () => {
  const signature = "ab".repeat(65);
  const hash = `0x${"cd".repeat(32)}`;
  const { text } = written({ err: new Error(`call 0x38ed1739${signature} of ${hash} failed ${"x".repeat(100_000)}`) });
  expect(text).not.toContain(signature);
  expect(text).toContain(hash);
  expect(text.length).toBeLessThan(20_000);
});

test("an email is removed from a logged error, and the paths of a stack stay", () => {
  const error = new Error("550 5.1.1 <grace.hopper+till@navy.example>: no such user");
  error.stack = `${error.message}\n    at send (/app/node_modules/@noble/x@1.2.3/index.js:1:2)`;
  const { text } = written({ err: error });
  expect(text).toContain("550 5.1.1 <[email]>: no such user");
  expect(text).not.toContain("hopper");
  expect(text).toContain("/app/node_modules/@noble/x@1.2.3/index.js:1:2");
});
