import type { Page } from "@playwright/test";

/** Collects the page's console messages, errors and requested hosts from now on. */
export function watch(page: Page) {
  const complaints: string[] = [];
  const hosts = new Set<string>();
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? "";
    // Navigation aborts requests in flight.
    if (reason !== "net::ERR_ABORTED") complaints.push(`${request.url()} ${reason}`);
  });
  page.on("request", (request) => hosts.add(new URL(request.url()).host));
  return { complaints, hosts };
}
