import type { IncomingMessage, ServerResponse } from "node:http";
import { isTestPage, modeHeader, readMode, rememberedMode, renderedPath } from "#lib/core/test-pages.ts";

/**
 * Turns a request for a page of test mode into one for the page that is rendered, with the header that names the mode. Without this a page
 * of test mode isn't found, so that it never becomes a live one: the address and the header change together.
 *
 * `/dashboard` alone, as a person types it, opens the mode that the browser used last. It is redirected before anything is rendered.
 * @returns true when it has answered the request.
 */
export function enterMode(request: IncomingMessage, response: ServerResponse, isSecure: boolean): boolean {
  delete request.headers[modeHeader];
  const [pathname = "", ...rest] = (request.url ?? "").split("?");
  const query = rest.join("?");
  const isTest = isTestPage(pathname);
  if (isDocument(request)) {
    const { cookie = "" } = request.headers;
    const mode = readMode(cookie);
    const isHome = pathname === "/dashboard";
    if (isHome && query === "" && mode === "test") return redirect(response, "/dashboard/test");
    const isDashboard = isHome || pathname.startsWith("/dashboard/");
    if (isDashboard && (mode === "test") !== isTest) {
      response.appendHeader("set-cookie", rememberedMode(isTest, isSecure));
    }
    if (isHome && query === "mode=live") return redirect(response, "/dashboard");
  }
  if (!isTest) return false;
  const rendered = renderedPath(pathname);
  request.url = [rendered, ...rest].join("?");
  request.headers[modeHeader] = "test";
  // The router of the browser reads the parts of a path from this header, if a page was rewritten.
  response.setHeader("x-nextjs-rewritten-path", rendered);
  return false;
}

/** True when a browser opens a page. Calls and downloads of a page's own, and those of Next's router, don't accept HTML. */
function isDocument({ method, headers }: IncomingMessage): boolean {
  return method === "GET" && headers.rsc === undefined && headers.accept?.includes("text/html") === true;
}

function redirect(response: ServerResponse, location: string): true {
  response.statusCode = 307;
  response.setHeader("location", location).setHeader("cache-control", "no-store").end();
  return true;
}
