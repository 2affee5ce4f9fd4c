import { describe, expect, test } from "vitest";
import { resolveVersion, versionOfRefusal } from "#lib/api/version.ts";
import { makeRequest } from "#test/api/make-request.ts";

const [stable, preview] = ["2026-02-18", "2026-02-19.preview"] as const;
const resolve = (headers: Record<string, string>, pinned: string | null = stable) =>
  resolveVersion(makeRequest({ headers }), async () => pinned);

describe("the version of a request", () => {
  test.for(["Service-Version", "WCP-Version", "Api-Version"])("is the one in %s", async (name) => {
    expect(await resolve({ [name]: preview })).toBe(preview);
    expect(await resolve({ [name]: stable }, preview)).toBe(stable);
  });

  test("is taken from the first header in order of precedence", async () => {
    expect(await resolve({ "Api-Version": stable, "WCP-Version": stable, "Service-Version": preview })).toBe(preview);
    expect(await resolve({ "Api-Version": stable, "WCP-Version": preview })).toBe(preview);
  });

  test("is taken from the next header when one is empty, and is the partner's pin when all are", async () => {
    expect(await resolve({ "Service-Version": "", "WCP-Version": preview })).toBe(preview);
    expect(await resolve({ "Service-Version": "", "WCP-Version": "", "Api-Version": "" }, preview)).toBe(preview);
  });

  test.for([
    ["the partner's pin", preview, preview],
    ["the default version without a pin", null, stable],
    ["the first version if the pin is unknown", "2020-01-01", stable],
  ] as const)("without a header is %s", async ([, pinned, version]) => {
    expect(await resolve({}, pinned)).toBe(version);
  });
});

describe("a version header", () => {
  test.for(["1", "latest", "2026-2-18", "2026-02-18 ", "2026-02-18.beta", "2026-02-18.preview.1", "v2026-02-18"])(
    "that is malformed gets invalid_api_version: %j",
    async (asked) => {
      await expect(resolve({ "Service-Version": asked })).rejects.toThrow(
        expect.objectContaining({ code: "invalid_api_version" }),
      );
    },
  );

  test.for(["2026-02-17", "2026-02-18.preview", "2026-02-19", "9999-99-99"])(
    "for an unknown version gets unknown_api_version: %s",
    async (asked) => {
      await expect(resolve({ "Service-Version": asked })).rejects.toThrow(
        expect.objectContaining({ code: "unknown_api_version" }),
      );
    },
  );
});

test("each refusal of a version says which to send", async () => {
  await expect(resolve({ "Service-Version": "soon" })).rejects.toThrow(/Send a version such as 2026-02-18/);
  await expect(resolve({ "Service-Version": "2026-02-17" })).rejects.toThrow(`Send ${stable} or ${preview}`);
});

test("a refused request's version is the requested one, or else the partner's pin, or the default one", () => {
  const echoed = (headers: Record<string, string>, pinned: string | null) =>
    versionOfRefusal(makeRequest({ headers }), pinned);
  expect(echoed({ "WCP-Version": preview }, null)).toBe(preview);
  expect(echoed({ "WCP-Version": "soon" }, preview)).toBe(preview);
  expect(echoed({ "WCP-Version": "2020-01-01" }, null)).toBe(stable);
});
