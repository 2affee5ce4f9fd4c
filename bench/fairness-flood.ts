import autocannon from "autocannon";
import { holdRequests } from "./held-requests.ts";

/**
 * One kind of flood: requests to random or repeated paths over so many connections, or that many held polls.
 */
export type Flood = {
  name: string;
  connections: number;
  paths: string[];
  method?: "POST";
  headers?: Record<string, string>;
  body?: string;
  /** Each path's merchant, for held polls. */
  merchantIds?: string[];
  /** The status of its answers until it is limited; 200 by default. */
  status?: number;
  /** Also measures the checkout page, which shares a process and a pool with it. */
  slowsPages?: boolean;
};
/** The answers that a flood has had: as meant, or refused by a limit. */
export type FloodAnswers = { answered: number; limited: number };

// A process of its own, so that the floods don't delay the clock of the measurement. Sends a message when
// they have begun, answers each message with the answers so far, and ends by a signal.
const { baseUrl, floods } = JSON.parse(process.argv[2] ?? "") as { baseUrl: string; floods: Flood[] };
const answers: FloodAnswers = { answered: 0, limited: 0 };
for (const { connections, paths, method, headers = {}, body, merchantIds, status = 200 } of floods) {
  if (merchantIds !== undefined) {
    const { port } = new URL(baseUrl);
    for (const [index, path] of paths.entries()) {
      const each = Array.from({ length: Math.ceil(connections / paths.length) }, () => path);
      await holdRequests(Number(port), each, { ...headers, "merchant-id": merchantIds[index] ?? "" });
    }
    continue;
  }
  const requests = paths.map((path) => ({
    path,
    headers,
    ...(method === undefined ? {} : { method }),
    ...(body === undefined ? {} : { body }),
  }));
  const instance = autocannon({ url: baseUrl, connections, duration: 3_600, requests }, () => undefined);
  instance.on("response", (_client, statusCode) => {
    if (statusCode === status) answers.answered += 1;
    else answers.limited += 1;
  });
}
process.on("message", () => process.send?.(answers));
process.on("disconnect", () => process.exit());
process.send?.("flooding");
