import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { modeHeader } from "#lib/core/test-pages.ts";
import { enterMode } from "#scripts/web/enter-mode.ts";

/** Returns what the pages see of a request for this address, whose client sent a mode. */
function see(url: string) {
  const request = new IncomingMessage(new Socket());
  request.url = url;
  request.headers[modeHeader] = "test";
  const response = new ServerResponse(request);
  enterMode(request, response);
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
