import { expect, test } from "vitest";
import { isOwnPage } from "#lib/api/form/own-page.ts";
import { setEnv } from "#test/env/set-env.ts";

setEnv({ PUBLIC_URL: "https://pay.example.com/till" });

test.each([
  [true, { "sec-fetch-site": "same-origin", origin: "https://pay.example.com" }],
  [false, { "sec-fetch-site": "same-site", origin: "https://shop.example.com" }],
  [false, { "sec-fetch-site": "cross-site", origin: "https://pay.example.com" }],
  [false, { "sec-fetch-site": "none" }],
  [true, { origin: "https://pay.example.com" }],
  [true, { origin: "http://192.168.0.7:3000", host: "192.168.0.7:3000" }],
  [false, { origin: "https://evil.example", host: "pay.example.com" }],
  [false, { origin: "null", host: "pay.example.com" }],
  [false, { host: "pay.example.com" }],
])("isOwnPage is %s for %o", (expected, headers: Record<string, string>) => {
  expect(isOwnPage({ header: (name) => headers[name] })).toBe(expected);
});
