import { describe, expect, test } from "vitest";
import { emailAddress, httpsUrl, plainText } from "#lib/core/text.ts";

describe("plain text", () => {
  test.for(["", "Café Lumen", "日本", "a'b\"c%_\\", "👩‍👩‍👧"])("may be %j", (text) => {
    expect(plainText.parse(text)).toBe(text);
  });

  test.for(["a\0b", "a\nb", "a\u001bb", "a\u007fb", "a\u0085b", "a\ud83d", "\ude00a"])("is not %j", (text) => {
    expect(plainText.safeParse(text).success).toBe(false);
  });
});

describe("an HTTPS URL", () => {
  test.for(["https://a.example", "https://a.example:8443/b%20c?d=e#f", "https://bücher.example/ü"])(
    "may be %j",
    (text) => {
      expect(httpsUrl.parse(text)).toBe(text);
    },
  );

  test.for([
    "http://a.example/",
    "javascript:alert(1)",
    "data:text/html,x",
    "//a.example/",
    "a.example",
    "",
    "https://",
    "https://a.example/\0",
    "https://a.example/b c",
    "https://a.example/\ud83d",
    `https://a.example/${"x".repeat(2_048)}`,
  ])("is not %j", (text) => {
    expect(httpsUrl.safeParse(text).success).toBe(false);
  });
});

describe("an email address", () => {
  test.for([
    "name@example.com",
    "o&leary@example.com",
    "o'leary@example.com",
    "!#$%&'*+/=?^_`{|}~-.@example.com",
    "a..b@example.com",
    ".a@example.com",
    "root@localhost",
    "a@1.example",
    `a@${"x".repeat(63)}.example`,
  ])("of a browser's form may be %j", (text) => {
    expect(emailAddress.parse(text)).toBe(text);
  });

  test.for([
    "",
    "a",
    "@example.com",
    "a@",
    "a b@example.com",
    "a@b@example.com",
    "a@-example.com",
    "a@example-.com",
    "a@example..com",
    "a@example.com.",
    "a@exa_mple.com",
    "ä@example.com",
    '"a b"@example.com',
    "a@[127.0.0.1]",
    "a\n@example.com",
    "a@example.com\n",
    "a<b@example.com",
    `a@${"x".repeat(64)}.example`,
    `${"x".repeat(250)}@a.example`,
  ])("of a browser's form isn't %j", (text) => {
    expect(emailAddress.safeParse(text).success).toBe(false);
  });
});
