import type { IncomingMessage, ServerResponse } from "node:http";
import { isTestPage, modeHeader, renderedPath } from "#lib/core/test-pages.ts";

/**
 * Turns a request for a page of test mode into one for the page that is rendered, with the header that names
 * the mode. Without this a page of test mode isn't found, so that it never becomes a live one: the address
 * and the header change together.
 */
export function enterMode(request: IncomingMessage, response: ServerResponse): void {
  delete request.headers[modeHeader];
  const [pathname = "", ...query] = (request.url ?? "").split("?");
  if (!isTestPage(pathname)) return;
  const rendered = renderedPath(pathname);
  request.url = [rendered, ...query].join("?");
  request.headers[modeHeader] = "test";
  // The router of the browser reads the parts of a path from this header, if a page was rewritten.
  response.setHeader("x-nextjs-rewritten-path", rendered);
}
