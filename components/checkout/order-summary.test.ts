import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { BrandStyle } from "#components/checkout/brand-style.tsx";
import { en } from "#components/checkout/messages/en.ts";
import { createTranslator } from "#components/checkout/messages/messages.ts";
import { OrderSummary } from "#components/checkout/order-summary.tsx";
import { supportLink } from "#components/checkout/support-link.ts";

const t = createTranslator(en);
const usd = { unit: "iso4217/USD", display: { assetSymbol: "USD", assetName: "US Dollar", decimals: 2 } };
const item = (name: string, quantity: number, value: string) => ({ name, quantity, total: { ...usd, value } });
const render = (items: ReturnType<typeof item>[], description: string | null = null) =>
  renderToStaticMarkup(createElement(OrderSummary, { t, locale: "en", order: { description, items } }));

describe("the order on the checkout", () => {
  test("shows the description and the items, with the quantity of several, and isolates and escapes the words", () => {
    const html = render([item("\u202eCups<b>", 2, "1600"), item("Beans", 1, "890")], "A <i> \u202eгift");
    expect(html).toContain("<bdi>A &lt;i&gt; \u202eгift</bdi>");
    expect(html).toContain("<bdi>\u202eCups&lt;b&gt;</bdi>");
    expect(html).toMatch(/2\u00a0×.*\$16\.00.*Beans.*\$8\.90/);
    expect(html).not.toMatch(/1\u00a0×|<details/);
  });

  test.for([
    ["en", "-$5.00"],
    ["de", "-5,00\u00a0$"],
    ["ar", "\u2066\u200e-5.00\u00a0US$\u2069"],
  ] as const)("shows a discount in %s as %j", ([locale, figure]) => {
    const discount = { description: null, items: [item("Beans", 1, "890"), item("Discount", 1, "-500")] };
    expect(renderToStaticMarkup(createElement(OrderSummary, { t, locale, order: discount }))).toContain(figure);
  });

  test("collapses more than three items under their number", () => {
    const html = render(Array.from({ length: 4 }, (_, index) => item(`Item ${index}`, 1, "100")));
    expect(html).toMatch(/<details[^>]*><summary.*Items \(4\)/);
  });
});

describe("the merchant's support contact", () => {
  test.each([
    ["https://shop.example/help?a=1", "https://shop.example/help?a=1"],
    ["help+shop@shop.example", "mailto:help%2Bshop@shop.example?subject=ORDER%207%2F1"],
  ])("%s links to %s", (contact, link) => {
    expect(supportLink(contact, "ORDER 7/1")).toBe(link);
  });
});

describe("the merchant's color", () => {
  const render = (color: string | null) => renderToStaticMarkup(createElement(BrandStyle, { color, nonce: "n1" }));

  test("is a style with the page's nonce, and decides the color of the text on it", () => {
    expect(render("#ffd400")).toMatch(
      /^<style nonce="n1">:root:root\{--color-brand:#ffd400;.*--color-on-brand:#000000;--color-brand-edge:transparent\}/,
    );
    expect(render("#0b6b4f")).toContain("--color-on-brand:#ffffff");
  });

  test.each(["#fffdf5", "#0a0a12"])("%s, close to the card's own color, gets a visible edge", (color) => {
    expect(render(color)).toMatch(/--color-brand-edge:color-mix\(in srgb,#\w{6} 55%,#(?:000000|ffffff)\)/);
  });

  test("adds nothing without one", () => {
    expect(render(null)).toBe("");
  });
});
