import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { curlCommand, exampleTarget, type SampleRequest } from "#lib/api/openapi/curl.ts";

const request: SampleRequest = {
  method: "POST",
  target: exampleTarget("/v1/merchants/{merchantId}/settlements/crypto/{id}", {
    params: { merchantId: "mrch_1", id: "a b" },
    query: { status: ["succeeded", "failed"], referenceId: "a&b='c'" },
  }),
  baseUrl: "https://pay.example.com",
  headers: { "Api-Key": "$API_KEY", "Sdk-Name": "it's mine; rm -rf /" },
  body: JSON.stringify({ merchantName: 'O\'Neill & "Sons" $HOME `id`' }, null, 2),
};

/** Returns the arguments that a shell passes to curl. */
function wordsOf(command: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }; ${command}`;
  return execFileSync("sh", ["-c", script], { encoding: "utf8", env: { NODE_ENV: "test", API_KEY: "till_secret" } })
    .split("\0")
    .slice(0, -1);
}

describe("a curl command", () => {
  test("reaches curl with the intended arguments", () => {
    const [url, ...words] = wordsOf(curlCommand(request));
    const { searchParams, origin, pathname } = new URL(url ?? "");
    expect(origin + pathname).toBe("https://pay.example.com/v1/merchants/mrch_1/settlements/crypto/a%20b");
    expect(searchParams.getAll("status")).toEqual(["succeeded", "failed"]);
    expect(searchParams.get("referenceId")).toBe("a&b='c'");
    expect(words).toEqual([
      ...["-H", "Api-Key: till_secret"],
      ...["-H", "Sdk-Name: it's mine; rm -rf /"],
      ...["-H", "Content-Type: application/json"],
      ...["-d", request.body],
    ]);
  });

  test("names the method if curl would default to another", () => {
    const methods = (["GET", "POST", "PUT", "PATCH", "DELETE"] as const).map(
      (method) => curlCommand({ ...request, method }).split(" '")[0],
    );
    expect(methods).toEqual(["curl", "curl", "curl -X PUT", "curl -X PATCH", "curl -X DELETE"]);
    expect(curlCommand({ ...request, body: null })).toMatch(/^curl -X POST '/);
  });

  test("has a line for each header", () => {
    expect(curlCommand({ ...request, target: "/v1/x", body: null })).toBe(
      [
        "curl -X POST 'https://pay.example.com/v1/x'",
        '-H "Api-Key: $API_KEY"',
        `-H 'Sdk-Name: it'\\''s mine; rm -rf /'`,
      ].join(" \\\n  "),
    );
  });
});
