import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { newId } from "#lib/core/ids.ts";
import { paymentIdOf, paymentLink } from "#lib/domain/payments/payment-link.ts";
import { setEnv } from "#test/env/set-env.ts";

setEnv({ PUBLIC_URL: "https://till.example:8443/" });
const id = newId("pay", new Date("2026-11-21T12:00:00.000Z"));

test("a payment link is on our host, under /pay", () => {
  expect(paymentLink(id)).toBe(`https://till.example:8443/pay/${id}`);
});

describe("the payment is found", () => {
  const link = paymentLink(id);
  test.for([
    ["by its id", id],
    ["by our link", link],
    ["by our link, encoded", encodeURIComponent(link)],
    ["by our link with a trailing slash", `${link}/`],
    ["by our link with another query parameter", `${link}?utm_source=mail`],
    ["by our link with ?pid=", `https://till.example:8443/?pid=${id}`],
    ["by our link with ?pid=, encoded", encodeURIComponent(`https://till.example:8443/?pid=${id}`)],
    ["by our link with ?pid= under some path", `https://till.example:8443/checkout?a=1&pid=${id}`],
    ["by our link with scheme and host in capitals", link.replace("https://till.example", "HTTPS://TILL.EXAMPLE")],
  ] as const)("%s", ([, text]) => {
    expect(paymentIdOf(text)).toBe(id);
  });

  test("by its path when the query names another payment", () => {
    const other = newId("pay", new Date());
    expect(paymentIdOf(`${paymentLink(id)}?pid=${other}`)).toBe(id);
  });
});

describe("text that is not our link is returned unchanged, and is no payment id:", () => {
  test.for([
    ["another host's", `https://evil.example/pay/${id}`],
    ["another port's", `https://till.example/pay/${id}`],
    ["our host as a user name", `https://till.example:8443@evil.example/pay/${id}`],
    ["our host as a subdomain", `https://till.example.evil.example:8443/pay/${id}`],
    ["another scheme's", `javascript:location="https://till.example:8443/pay/${id}"`],
    ["a link encoded twice", encodeURIComponent(encodeURIComponent(paymentLink(id)))],
    ["a link without an id", "https://till.example:8443/pay/"],
    ["a path below the payment's", `https://till.example:8443/pay/${id}/x`],
    ["broken encoding", "%E0%A4%A"],
    ["nothing", ""],
    ["no URL", "https://"],
    ["an id in lower case", id.toLowerCase()],
  ] as const)("%s", ([, text]) => {
    expect(paymentIdOf(text)).toBe(text);
  });

  test("any text, without an exception", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl({ withQueryParameters: true })), (text) => {
        expect(paymentIdOf(text)).toBe(text);
      }),
    );
  });
});
