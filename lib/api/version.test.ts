import { describe, expect, test } from "vitest";
import { resolveVersion } from "#lib/api/version.ts";
import { makeRequest } from "#test/api/make-request.ts";

const [stable, preview] = ["2026-02-18", "2026-02-19.preview"] as const;
const resolve = (headers: Record<string, string>, pinned: string | null = stable) =>
  resolveVersion(makeRequest({ headers }), pinned);

describe("the version of a request", () => {
  test.for(["Service-Version", "WCP-Version", "Api-Version"])("is what %s asks for", (name) => {
    expect(resolve({ [name]: preview })).toBe(preview);
    expect(resolve({ [name]: stable }, preview)).toBe(stable);
  });

  test("is the first of the headers where several are sent", () => {
    expect(resolve({ "Api-Version": stable, "WCP-Version": stable, "Service-Version": preview })).toBe(preview);
    expect(resolve({ "Api-Version": stable, "WCP-Version": preview })).toBe(preview);
  });

  test.for([
    ["the partner's pin", preview, preview],
    ["the default version without a pin", null, stable],
    ["the first version, where the pin is none of ours", "2020-01-01", stable],
  ] as const)("without a header is %s", ([, pinned, version]) => {
    expect(resolve({}, pinned)).toBe(version);
  });
});

describe("a version header", () => {
  test.for(["", "1", "latest", "2026-2-18", "2026-02-18 ", "2026-02-18.beta", "2026-02-18.preview.1", "v2026-02-18"])(
    "that is malformed is said to be so: %j",
    (asked) => {
      expect(() => resolve({ "Service-Version": asked })).toThrow(
        expect.objectContaining({ code: "invalid_api_version" }),
      );
    },
  );

  test.for(["2026-02-17", "2026-02-18.preview", "2026-02-19", "9999-99-99"])(
    "of a version that does not exist is said to be so: %s",
    (asked) => {
      expect(() => resolve({ "Service-Version": asked })).toThrow(
        expect.objectContaining({ code: "unknown_api_version" }),
      );
    },
  );
});
