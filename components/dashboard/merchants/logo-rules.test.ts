import { expect, test } from "vitest";
import { judgeRules, judgeWithoutAsking } from "#components/dashboard/merchants/logo-rules.ts";

test("rules before the broken one are met, the ones after it unchecked", () => {
  const message = "must be square, give or take 5 %; it has 600 × 300 pixels";
  const states = judgeRules({ isKept: false, broken: "square", message });
  expect(states.map(({ state }) => state)).toEqual(["kept", "kept", "kept", "kept", "kept", "broken", "open"]);
  expect(states.map(({ found }) => found).filter(Boolean)).toEqual(["it has 600 × 300 pixels"]);
});

test("all rules are unchecked before a check, and met when the logo is valid", () => {
  expect(new Set(judgeRules(null).map(({ state }) => state))).toEqual(new Set(["open"]));
  const kept = { isKept: true, mediaType: "image/png", width: 600, height: 600, sizeBytes: 1, thumbnail: "" } as const;
  expect(new Set(judgeRules(kept).map(({ state }) => state))).toEqual(new Set(["kept"]));
});

test.for([
  ["https://a.example/logo.png", undefined],
  ["http://a.example/logo.png", "must be an HTTPS URL; it is http:"],
  ["logo.png", "must be an HTTPS URL; it isn't a URL"],
  ["data:image/png;base64,", "must be an HTTPS URL; it is data:"],
] as const)("%s is judged without a request: %s", ([url, message]) => {
  const verdict = judgeWithoutAsking(url);
  expect(verdict === null || verdict.isKept ? undefined : verdict.message).toBe(message);
});
