import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { en } from "#components/checkout/messages/en.ts";
import { createTranslator } from "#components/checkout/messages/messages.ts";
import { TranslationProvider } from "#components/checkout/messages/translation.tsx";
import { PaymentSummary } from "#components/checkout/payment-summary.tsx";
import { Receipt } from "#components/checkout/receipt.tsx";

const id = "pay_01M7YZMHG0TPH334HV5VXHN8KV";
const txId = `0x${"ab".repeat(32)}`;
const paid = {
  unit: "caip19/eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
  value: "24900000",
  display: { assetSymbol: "USDC", assetName: "USD Coin", decimals: 6, networkName: "Base" },
};
const facts = { id, networks: [], serverNowMs: 0, paid, txId, onEmail: null };

/** The receipt's rows: names and values without markup. */
function rowsOf(receipt: ReturnType<typeof createElement>): string[][] {
  // biome-ignore lint/correctness/noChildrenProp: the provider's type requires the property.
  const provider = createElement(TranslationProvider, { locale: "en", messages: en, children: receipt });
  const rows = renderToStaticMarkup(provider).matchAll(/<dt[^>]*>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>/g);
  return [...rows].map(([, name = "", value = ""]) => [name, value.replaceAll(/<[^>]*>/g, "")]);
}

describe("the receipt", () => {
  const onText = "23 November 2026 at 10:00 UTC";

  test("has the amount, the network, the date and the payment's id", () => {
    const rows = rowsOf(createElement(Receipt, { ...facts, onText, refunded: null }));
    expect(rows).toEqual([
      ["Paid", "24.90\u00a0USDC"],
      ["Network", "Base"],
      ["Transaction", expect.stringContaining(txId)],
      ["Date", onText],
      ["Payment ID", id],
    ]);
  });

  test("has what was refunded", () => {
    const refunded = { ...paid, value: "4900000" };
    const rows = rowsOf(createElement(Receipt, { ...facts, onText, refunded }));
    expect(rows[1]).toEqual(["Refunded", "4.90\u00a0USDC"]);
  });

  test("stands under the merchant's reference, next to its order", () => {
    const summary = createElement(PaymentSummary, {
      t: createTranslator(en),
      locale: "en",
      merchant: { name: "Café Lumen", iconUrl: null },
      amount: paid,
      reference: "ORDER 7/1",
      order: { description: "Two cups", items: [] },
      supportContact: null,
    });
    const text = renderToStaticMarkup(summary).replaceAll(/<[^>]*>/g, "");
    expect(text).toContain("Reference ORDER 7/1Two cups");
    expect(text).not.toContain("Contact");
  });
});
