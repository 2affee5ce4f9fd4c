import { expect, test } from "vitest";
import { markup } from "#lib/jobs/mail/markup.ts";
import { listed, own, prose, quoted } from "#lib/jobs/mail/prose.ts";
import { translatorFor } from "#lib/jobs/mail/translate.ts";

const name: string = "Sign in at https://evil.example/login or pay@evil.example";

test("a name that a user chose doesn't compile in an email unless it is quoted", () => {
  // @ts-expect-error A plain string may be a user's.
  prose`Join ${name} on Till`;
  // @ts-expect-error Also as one of two.
  prose`Join ${Math.random() > 2 ? name : "Acme"} on Till`;
  const role: "owner" | "viewer" = "owner";
  expect(prose`${role} of ${quoted("Acme")}, ${3} events at ${own("12:00 UTC")}`).toBe(
    "owner of Acme, 3 events at 12:00 UTC",
  );
});

test("markup takes no plain string either, and escapes what it takes", () => {
  // @ts-expect-error A plain string may be a user's.
  markup`<mj-text>${name}</mj-text>`;
  // @ts-expect-error Also as a word of a sentence.
  translatorFor("en")("receipt.thanks", { merchant: name });
  expect(markup`<i>${quoted(`<b title="x">'&`)}</i>`.source).toBe("<i>&lt;b title=&quot;x&quot;&gt;&#39;&amp;</i>");
});

test("nothing in a quoted name becomes a link or turns the text around", () => {
  const text = prose`Join ${quoted(name)} on Till`;
  expect(text).not.toMatch(/[.:/@]\w|:\//);
  expect(text.replaceAll("\u2060", "")).toBe(`Join ${name} on Till`);
  for (const dot of ["\u3002", "\uff0e", "\uff61"]) {
    expect(quoted(`evil${dot}example`)).toBe(`evil${dot}\u2060example`);
  }
  expect(quoted("\u202eevil")).toBe("\u2068evil\u2069");
});

test("facts in a line from right to left don't change places", () => {
  const facts = [quoted("مقهى النور"), own("12.50 USD")];
  expect(listed(facts, "rtl")).toBe("\u2068مقهى النور\u2069، \u206812.50 USD\u2069");
  expect(listed([quoted("Acme"), own("12.50 USD")], "ltr")).toBe("Acme, 12.50 USD");
});
