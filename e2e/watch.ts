import type { Page } from "@playwright/test";

/** Collects every complaint of a page (console, errors, failed requests) and every host that it requests, from now on. */
export function watch(page: Page) {
  const complaints: string[] = [];
  const hosts = new Set<string>();
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? "";
    // Opening the next page aborts requests that are still under way.
    if (reason !== "net::ERR_ABORTED") complaints.push(`${request.url()} ${reason}`);
  });
  page.on("request", (request) => hosts.add(new URL(request.url()).host));
  return { complaints, hosts };
}
