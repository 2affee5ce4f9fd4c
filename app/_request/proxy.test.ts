import { NextRequest } from "next/server";
import { expect, test } from "vitest";
import { pageHeaders } from "#lib/core/page-headers.ts";
import { modeHeader } from "#lib/core/test-pages.ts";
import { setEnv } from "#test/env/set-env.ts";
import { proxy } from "../../proxy.ts";

// Development needs no build, whose style sheets the policy would list.
setEnv({ NODE_ENV: "development" });

const spoofed = Object.fromEntries(Object.values(pageHeaders).map((name) => [name, "spoofed"]));

/** Sends a request through the proxy and returns the headers that the page would read, and the response. */
async function send(path: string, headers: Record<string, string> = {}) {
  const response = await proxy(new NextRequest(`https://till.example${path}`, { headers }));
  const read = (name: string) => response.headers.get(`x-middleware-request-${name}`);
  return { response, read };
}

test("pages never see a page header that the client sent", async () => {
  const { read } = await send("/sign-in", spoofed);
  for (const name of Object.values(pageHeaders)) expect(read(name), name).toBeNull();
});

test.each([
  ["/pay/pay_1?lang=de-AT", {}, "de"],
  ["/pay/pay_1", { cookie: "till-lang=fr", "accept-language": "es" }, "fr"],
  ["/collect/pay_1?lang=xx", { "accept-language": "ar;q=0.5, pt" }, "pt"],
  ["/pay/pay_1", {}, "en"],
  ["/dashboard", { "accept-language": "de" }, null],
])("negotiates the language of %s with %o as %s", async (path, headers, locale) => {
  const { read } = await send(path, { ...spoofed, ...headers });
  expect(read(pageHeaders.locale)).toBe(locale);
});

test("remembers only a supported language that a buyer page was requested in", async () => {
  const cookieOf = async (path: string) => (await send(path)).response.headers.get("set-cookie");
  expect(await cookieOf("/pay/pay_1?lang=ar")).toMatch(/^till-lang=ar; Path=\/; .*Secure; HttpOnly; SameSite=lax$/i);
  for (const path of ["/pay/pay_1", "/pay/pay_1?lang=xx", "/dashboard?lang=ar"]) {
    expect(await cookieOf(path), path).toBeNull();
  }
});

test("only pages that may be framed get a theme, and only light or dark", async () => {
  const themeOf = async (path: string) => (await send(path, spoofed)).read(pageHeaders.theme);
  expect(await themeOf("/collect/pay_1?theme=dark")).toBe("dark");
  expect(await themeOf("/collect/pay_1?theme=light")).toBe("light");
  expect(await themeOf("/collect/pay_1?theme=dark%22")).toBeNull();
  expect(await themeOf("/pay/pay_1?theme=dark")).toBeNull();
});

test("no page of another origin keeps a window of the sign-in and the dashboard, while buyers' pages work with wallets' windows", async () => {
  const policyOf = async (path: string) => (await send(path)).response.headers.get("cross-origin-opener-policy");
  for (const path of ["/sign-in", "/sign-up", "/dashboard", "/dashboard/payments"]) {
    expect(await policyOf(path), path).toBe("same-origin");
  }
  for (const path of ["/pay/pay_1", "/embed/pay_1", "/collect/pay_1", "/refund/ref_1"]) {
    expect(await policyOf(path), path).toBeNull();
  }
});

test("the dashboard gets its own path, to return to after signing in", async () => {
  const { read } = await send("/dashboard/payments?status=succeeded", spoofed);
  expect(read(pageHeaders.requestedPath)).toBe("/dashboard/payments?status=succeeded");
});

test("a page of test mode gets its own path, which the pages' process has replaced", async () => {
  const { read } = await send("/dashboard/payments?status=failed", { ...spoofed, [modeHeader]: "test" });
  expect(read(pageHeaders.requestedPath)).toBe("/dashboard/test/payments?status=failed");
});

test.each([
  ["/collect/pay_1", "frame-ancestors *"],
  ["/collect/pay_1/submit", "frame-ancestors 'none'"],
  ["/pay/pay_1", "frame-ancestors 'none'"],
  ["/embed/pay_1", "frame-ancestors 'none'"],
  ["/", "frame-ancestors 'none'"],
])("%s is sent with %s, and a new nonce that the page shares", async (path, frameAncestors) => {
  const first = await send(path, { "content-security-policy": "spoofed" });
  const policy = first.response.headers.get("content-security-policy");
  expect(policy?.endsWith(frameAncestors)).toBe(true);
  expect(first.read("content-security-policy")).toBe(policy);
  expect((await send(path)).response.headers.get("content-security-policy")).not.toBe(policy);
});
