import type { Page } from "@playwright/test";

/** Everything that a page complains of, and every host that it asks, from now on. */
export function watch(page: Page) {
  const complaints: string[] = [];
  const hosts = new Set<string>();
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? "";
    // What is still under way when the next page is opened is given up.
    if (reason !== "net::ERR_ABORTED") complaints.push(`${request.url()} ${reason}`);
  });
  page.on("request", (request) => hosts.add(new URL(request.url()).host));
  return { complaints, hosts };
}
