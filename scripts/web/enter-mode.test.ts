import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { describe, expect, test } from "vitest";
import { liveOverview, modeHeader } from "#lib/core/test-pages.ts";
import { enterMode } from "#scripts/web/enter-mode.ts";

/** Has a request for this address enter its mode. */
function enter(url: string, headers: IncomingMessage["headers"] = {}, isSecure = false) {
  const request = new IncomingMessage(new Socket());
  request.method = "GET";
  request.url = url;
  request.headers = headers;
  const response = new ServerResponse(request);
  const isAnswered = enterMode(request, response, isSecure);
  return { request, response, isAnswered };
}

/** Returns what the pages see of a request for this address, whose client sent a mode. */
function see(url: string) {
  const { request, response, isAnswered } = enter(url, { [modeHeader]: "test" });
  expect(isAnswered).toBe(false);
  return [request.url, request.headers[modeHeader], response.getHeader("x-nextjs-rewritten-path")];
}

test.each([
  ["/dashboard/test", "/dashboard", "/dashboard"],
  ["/dashboard/test?period=7d", "/dashboard?period=7d", "/dashboard"],
  ["/dashboard/test/payments/pay_1?a=?b", "/dashboard/payments/pay_1?a=?b", "/dashboard/payments/pay_1"],
  [
    "/dashboard/test/data/payments.list?input=%7B%7D",
    "/dashboard/data/payments.list?input=%7B%7D",
    "/dashboard/data/payments.list",
  ],
])("%s is a page of test mode", (url, rendered, path) => {
  expect(see(url)).toEqual([rendered, "test", path]);
});

test.each([
  "/dashboard",
  "/dashboard/testing",
  "/dashboard?x=/dashboard/test",
  "//dashboard/test",
  "/dashboard/%74est",
  "*",
])("%s is none, though its client says so", (url) => {
  expect(see(url)).toEqual([url, undefined, undefined]);
});

/** A browser that opens a page, and used this mode last. */
const browser = (mode?: "test" | "live") => ({
  accept: "text/html,application/xhtml+xml",
  ...(mode === undefined ? {} : { cookie: `a=b; till-mode=${mode}; c=d` }),
});
const locationOf = ({ response }: ReturnType<typeof enter>) => response.getHeader("location");
const cookieOf = ({ response }: ReturnType<typeof enter>) => response.getHeader("set-cookie");

describe("the mode that a browser used last", () => {
  test("is opened by the dashboard's own address, and by no other", () => {
    const home = enter("/dashboard", browser("test"));
    expect([home.isAnswered, home.response.statusCode, locationOf(home)]).toEqual([true, 307, "/dashboard/test"]);
    for (const url of ["/dashboard/payments", "/dashboard?period=7d", "/dashboard/test", "/docs"]) {
      expect(enter(url, browser("test")).isAnswered, url).toBe(false);
    }
    for (const mode of ["live", undefined] as const) expect(enter("/dashboard", browser(mode)).isAnswered).toBe(false);
  });

  test("is remembered when a page of the other mode is opened", () => {
    expect(cookieOf(enter("/dashboard/test/payments", browser("live"), true))).toMatch(
      /^till-mode=test; Path=\/dashboard; Max-Age=31536000; SameSite=Lax; Secure$/,
    );
    expect(cookieOf(enter("/dashboard/payments", browser("test")))).toMatch(/^till-mode=live; [^S]+; SameSite=Lax$/);
    expect(cookieOf(enter("/dashboard/test", browser("test")))).toBeUndefined();
    expect(cookieOf(enter("/dashboard/payments", browser()))).toBeUndefined();
    expect(cookieOf(enter("/docs", browser("test")))).toBeUndefined();
  });

  test("is live after the link to the live overview, whose address then is the usual one", () => {
    const answer = enter(liveOverview, browser("test"));
    expect([answer.isAnswered, locationOf(answer), cookieOf(answer)]).toEqual([
      true,
      "/dashboard",
      expect.stringMatching(/^till-mode=live;/),
    ]);
  });

  test("doesn't matter to the calls of a page, which stay in its mode", () => {
    for (const headers of [
      { ...browser("test"), rsc: "1" },
      { ...browser("test"), accept: "*/*" },
    ]) {
      const call = enter("/dashboard", headers);
      expect([call.isAnswered, cookieOf(call)]).toEqual([false, undefined]);
    }
  });
});
