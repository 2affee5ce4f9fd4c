import type { Page } from "@playwright/test";

/** Records a page's console errors, warnings and failed requests, and the hosts of all requests, from now on. */
export function watch(page: Page) {
  const complaints: string[] = [];
  const hosts = new Set<string>();
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? "";
    // A navigation aborts the requests that are still open.
    if (reason !== "net::ERR_ABORTED") complaints.push(`${request.url()} ${reason}`);
  });
  page.on("request", (request) => hosts.add(new URL(request.url()).host));
  return { complaints, hosts };
}
