import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { contrastOf } from "#lib/core/contrast.ts";
import { locales } from "#lib/core/locales.ts";
import { lookOf } from "#lib/jobs/mail/look.ts";
import { type Message, renderText } from "#lib/jobs/mail/message.ts";
import { renderHtml } from "#lib/jobs/mail/render-html.ts";
import { sampleEmails } from "#lib/jobs/mail/samples.ts";
import { setEnv } from "#test/env/set-env.ts";

setEnv({ NODE_ENV: "test" });

const hostile = `<b onclick="x()">Ink & 'Paper'</b> https://evil.example/login {subject} </mj-text> &lt;i&gt;`;
const names = { partner: hostile, merchant: hostile, member: hostile, passkey: hostile, url: hostile, item: hostile };
const logo = Buffer.from("a logo");

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
/** The text that a mail client shows, without spaces. */
function shownIn(html: string): string {
  const body = html.slice(html.indexOf("<body")).replaceAll(/<!--[\s\S]*?-->/g, "");
  const visible = body.replace(/<div style="display:none[\s\S]*?<\/div>/, "").replaceAll(/<[^>]*>/g, "");
  return compact(visible.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] ?? ""));
}
/** Without spaces, and without the colons that stand between the cells of a table. */
const compact = (text: string) => text.replaceAll(/[\s:]/g, "");

const templates = locales.flatMap((locale) =>
  Object.entries(sampleEmails(locale, names, logo)).map(([name, message]) => ({ name, locale, message })),
);

describe.each(templates)("the email $name in $locale", ({ message }) => {
  const html = renderHtml(message);
  const text = renderText(message);

  test("has the same words and the same single link as text and as HTML", () => {
    const address = message.action?.address ?? "";
    expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual(address === "" ? [] : [address]);
    expect(text.match(/https?:\/\/\w\S*/g) ?? []).toEqual(address === "" ? [] : [address]);
    const words = compact(text.replace(address, "")).replace(/Till$/, "");
    const { brand } = message;
    expect(shownIn(html)).toBe(brand === null ? `Till${words}` : `${compact(brand.name)}${words}Till`);
  });

  test("loads nothing", () => {
    const sources = [...html.matchAll(/\b(?:src|background|poster|srcset)="([^"]*)"/g)].map(([, source]) => source);
    expect(sources).toEqual(message.brand?.logo ? ["cid:logo"] : []);
    expect(html).not.toMatch(/url\(|@import|<link|<script|<iframe|<form/i);
  });

  test("shows the markup and the links of names as text", () => {
    expect(html).not.toMatch(/<b\b|<i>|onclick="|evil\.example/);
    expect(text).not.toContain("evil.example");
  });

  test("has its language and direction, and both color schemes", () => {
    const [, lang, dir] = /^<!doctype html><html lang="([^"]+)" dir="([^"]+)"/i.exec(html) ?? [];
    expect(lang).toBe(message.locale === "zh" ? "zh-Hans" : message.locale);
    expect(dir).toBe(message.locale === "ar" ? "rtl" : "ltr");
    expect(html).not.toContain(`direction:${dir === "rtl" ? "ltr" : "rtl"}`);
    expect(html).toContain('<meta name="color-scheme" content="light dark"');
    expect(html).toContain("prefers-color-scheme: dark");
  });
});

test("an email that Till sends for a merchant has the merchant's name, logo and color", () => {
  const { receipt, receipt_without_order: plain } = sampleEmails("en", { ...names, merchant: "Café Lumen" }, logo);
  const html = renderHtml(receipt as Message);
  expect(html).toContain('src="cid:logo"');
  // The amounts of the order don't break, however long they are.
  expect(html).toMatch(/white-space:nowrap;[^>]*>[^<]*1,200\.00/);
  expect(html).toMatch(/href="[^"]+"[^>]*background:#7a1f3d/);
  expect(renderHtml(plain as Message)).toContain("background:#0b6b4f");
});

const sheet = readFileSync("app/_styles/theme.css", "utf8");
test.each(["light", "dark"] as const)("the colors of emails are those of the pages, %s", (scheme) => {
  const [day = "", night = ""] = sheet.split("@utility night");
  const { canvas, surface, line, edge, ink, muted, accent, onAccent } = lookOf(scheme, null);
  const tokens = { canvas, surface, line, "line-strong": edge, ink, "ink-muted": muted, accent, "on-accent": onAccent };
  for (const [token, color] of Object.entries(tokens)) {
    expect(scheme === "light" ? day : night).toContain(`--color-${token}: ${color};`);
  }
});

test.each([null, "#7a1f3d", "#ffffff", "#000000", "#f5e642", "#171b19", "#808080"])(
  "text has a contrast of 4.5:1 and the button is visible, in a merchant's color %s",
  (color) => {
    for (const scheme of ["light", "dark"] as const) {
      const { canvas, surface, ink, muted, accent, onAccent, buttonEdge } = lookOf(scheme, color);
      for (const [text, on] of [
        [ink, surface],
        [muted, surface],
        [muted, canvas],
        [onAccent, accent],
      ] as const) {
        expect(contrastOf(text, on)).toBeGreaterThanOrEqual(4.5);
      }
      expect(contrastOf(buttonEdge, surface)).toBeGreaterThanOrEqual(1.35);
    }
  },
);
