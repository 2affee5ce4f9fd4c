import { expect, test } from "vitest";
import { answerConsoleCode } from "#lib/api/openapi/console-code.ts";
import type { SampleDoc } from "#lib/api/schemas/reference.ts";
import { makeRequest } from "#test/api/make-request.ts";
import { setEnv } from "#test/env/set-env.ts";

setEnv();

const asked = {
  method: "POST",
  target: "/v1/payments/pay_1?search=a'b`$(id)",
  credential: "Api-Key",
  merchantId: "mrch_1",
  isIdempotent: true,
  body: '{"referenceId":"order 1"}',
};

async function codeOf(changes: object) {
  const body = JSON.stringify({ ...asked, ...changes });
  const headers = { "content-type": "application/json" };
  const { status, body: text } = await answerConsoleCode(makeRequest({ method: "POST", headers, body }));
  return { status, ...(JSON.parse(text ?? "") as { samples: SampleDoc[]; code?: string }) };
}

test("a request becomes a program in each language, with the reader's ids and a placeholder for the key", async () => {
  const { status, samples } = await codeOf({});
  expect(status).toBe(200);
  expect(samples.map(({ language }) => language)).toEqual(["curl", "node", "python", "php", "go"]);
  for (const { code } of samples) {
    expect(code).toContain("API_KEY");
    expect(code).toContain("mrch_1");
    expect(code).toContain("order 1");
    expect(code).toMatch(/\/v1\/payments\/pay_1\?search=a%27b%60%24(?:\(id\)|%28id%29)/);
  }
  expect(samples[0]?.code).toContain('-H "Idempotency-Key: $(openssl rand -hex 16)"');
});

test.for([
  ["a header that a shell would read", { merchantId: "$(id)" }],
  ["a target outside of the API", { target: "https://evil.example/v1/x" }],
  ["a key", { headers: { "Api-Key": "till_live_1" } }],
  ["a body that isn't JSON", { body: "{" }],
] as const)("%s is refused", async ([, changes]) => {
  expect((await codeOf(changes)).status).toBe(400);
});
