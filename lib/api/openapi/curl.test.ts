import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { type CurlRequest, curlCommand } from "#lib/api/openapi/curl.ts";

const request: CurlRequest = {
  method: "POST",
  path: "/v1/merchants/{merchantId}/settlements/crypto/{id}",
  baseUrl: "https://pay.example.com",
  headers: { "Api-Key": "$API_KEY", "Sdk-Name": "it's mine; rm -rf /" },
  example: {
    params: { merchantId: "mrch_1", id: "a b" },
    query: { status: ["succeeded", "failed"], referenceId: "a&b='c'" },
    body: { merchantName: 'O\'Neill & "Sons" $HOME `id`' },
  },
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
      ...["-d", JSON.stringify(request.example.body, null, 2)],
    ]);
  });

  test("names the method if curl would default to another", () => {
    const methods = (["GET", "POST", "PUT", "PATCH", "DELETE"] as const).map(
      (method) => curlCommand({ ...request, method }).split(" '")[0],
    );
    expect(methods).toEqual(["curl", "curl", "curl -X PUT", "curl -X PATCH", "curl -X DELETE"]);
    expect(curlCommand({ ...request, example: {} })).toMatch(/^curl -X POST '/);
  });

  test("has a line for each header", () => {
    expect(curlCommand({ ...request, path: "/v1/x", example: {} })).toBe(
      [
        "curl -X POST 'https://pay.example.com/v1/x'",
        '-H "Api-Key: $API_KEY"',
        `-H 'Sdk-Name: it'\\''s mine; rm -rf /'`,
      ].join(" \\\n  "),
    );
  });
});
