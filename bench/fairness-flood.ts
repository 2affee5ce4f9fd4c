import { constants, setPriority } from "node:os";
import autocannon from "autocannon";
import { holdRequests } from "./held-requests.ts";

/** One kind of flood: requests to random or repeated paths over so many connections, or that many held polls. */
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

// A process of its own, so that the floods don't delay the clock of the measurement, and of the lowest priority, because floods
// come from other machines. Sends a message when they have begun, and ends by a signal.
setPriority(constants.priority.PRIORITY_LOW);
const { baseUrl, floods } = JSON.parse(process.argv[2] ?? "") as { baseUrl: string; floods: Flood[] };
for (const { connections, paths, method, headers = {}, body, merchantIds } of floods) {
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
  void autocannon({ url: baseUrl, connections, duration: 3_600, requests });
}
process.send?.("flooding");
