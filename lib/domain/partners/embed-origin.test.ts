import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseEmbedOrigin } from "#lib/domain/partners/embed-origin.ts";

describe("an origin that can embed the checkout", () => {
  test.each([
    ["https://shop.example", "https://shop.example"],
    ["https://shop.example/", "https://shop.example"],
    ["https://Shop.Example:8443", "https://shop.example:8443"],
    ["https://xn--mnchen-3ya.example", "https://xn--mnchen-3ya.example"],
    ["https://192.0.2.7", "https://192.0.2.7"],
  ])("%s is %s", (text, origin) => {
    expect(parseEmbedOrigin(text, false)).toBe(origin);
  });

  test.each(["http://localhost:8080", "http://127.0.0.1:3000"])("%s is allowed in demos only", (text) => {
    expect(parseEmbedOrigin(text, true)).toBe(text);
    expect(parseEmbedOrigin(text, false)).toBeNull();
  });
});

test.each([
  "",
  "*",
  "null",
  "https://",
  "https://*",
  "https://*.shop.example",
  "https://shop.example/path",
  "https://shop.example?x",
  "https://shop.example#x",
  "https://shop.example:443/;",
  "https://user@shop.example",
  "https://shop.example https://evil.example",
  "https://shop.example; script-src *",
  "https://[::1]",
  "http://shop.example",
  "http://localhost.evil.example",
  "http://192.168.0.1",
  "ftp://shop.example",
  "javascript:alert(1)",
  "data:text/html,x",
  "shop.example",
  "'self'",
])("%s is refused", (text) => {
  expect(parseEmbedOrigin(text, true)).toBeNull();
});

test("no accepted text can be read as more than one origin in a policy", () => {
  const prefixed = fc.tuple(
    fc.constantFrom("https://", "http://", ""),
    fc.oneof(fc.domain(), fc.string()),
    fc.string(),
  );
  fc.assert(
    fc.property(prefixed, (parts) => {
      const origin = parseEmbedOrigin(parts.join(""), true);
      expect(origin ?? "https://none").toMatch(/^https?:\/\/[a-z0-9.-]+(:\d+)?$/);
    }),
  );
});
