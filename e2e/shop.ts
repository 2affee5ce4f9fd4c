import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export type Shop = { origin: string; stop(): Promise<void> };

/**
 * Starts a shop's site on its own origin, and on another site than the product's, as shops are.
 * @param page returns the response to every request: the page and its content security policy.
 */
export async function startShop(page: () => { body: string; policy?: string }): Promise<Shop> {
  const server = createServer((_request, response) => {
    const { body, policy } = page();
    const headers = policy === undefined ? {} : { "content-security-policy": policy };
    response.writeHead(200, { "content-type": "text/html; charset=utf-8", ...headers }).end(body);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Returns the integration example with this installation's URLs and a payment link. */
export function exampleShop(baseUrl: string, link: string): string {
  return readFileSync(new URL("../public/examples/embed.html", import.meta.url), "utf8")
    .replaceAll(/https:\/\/pay\.example\.com\/pay\/pay_0+/g, link)
    .replaceAll("https://pay.example.com", baseUrl);
}
