import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { answerNode } from "#lib/api/mount-node.ts";
import { createRouteTable } from "#lib/api/route-table.ts";
import { allRoutes } from "#lib/api/routes/all-routes.ts";
import { requestLog } from "#lib/domain/platform/request-log/request-log.ts";
import { checkedHeaders, findPrism, type Prism, prismForwards, prismUrl } from "#test/api/prism.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import type { TestPartner } from "#test/stack/partner.ts";

export type Answer = {
  status: number;
  headers: Headers;
  /** The raw body, and the parsed body below it. */
  text: string;
  body: Record<string, unknown>;
};

export type Send = (
  method: string,
  path: string,
  /** Sent unchanged if it is a string, otherwise as JSON. */
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<Answer>;

/** The API on a port of this process, with its own database but without chains or a worker. */
export type Api = ServiceDatabase & {
  readonly baseUrl: string;
  /** Sends exactly these headers; a body is JSON unless `headers` says something else. */
  send: Send;
  /** Sends as a partner's server does, with Api-Key and Merchant-Id. */
  as(partner: TestPartner): Send;
};

/** Creates a sender for a running API. @param prism in front of it, which checks each exchange that it forwards. */
export function createSend(baseUrl: string, prism: Prism | null = null): Send {
  return async (method, path, body, headers) => {
    const bodyText = typeof body === "string" ? body : JSON.stringify(body);
    const checker = prismForwards(bodyText) ? prism : null;
    const response = await fetch(
      `${checker === null ? baseUrl : prismUrl(checker, headers?.["service-version"])}${path}`,
      {
        method,
        headers: { ...(bodyText === undefined ? {} : { "content-type": "application/json" }), ...headers },
        ...(bodyText === undefined ? {} : { body: bodyText }),
      },
    );
    const text = await response.text();
    const own = checker === null ? response.headers : checkedHeaders(response, `${method} ${path}`);
    const parsed = text === "" ? {} : JSON.parse(text);
    return { status: response.status, headers: own, text, body: parsed };
  };
}

/** For `beforeAll`; `stop` in `afterAll`. */
export async function startApi(variables: Readonly<Record<string, string>> = {}): Promise<Api> {
  const database = await startDatabase({ WEBHOOK_PRIVATE_HOSTS: "127.0.0.1", ...variables });
  const table = createRouteTable(allRoutes);
  const server = createServer((request, response) => void answerNode(table, request, response));
  const prism = findPrism();
  await new Promise<void>((resolve) => {
    server.listen(prism?.port ?? 0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}`;
  const send = createSend(baseUrl, prism);
  return {
    ...database,
    baseUrl,
    send,
    as: (partner) => (method, path, body, headers) =>
      send(method, path, body, { "api-key": partner.apiKey, "merchant-id": partner.merchantId, ...headers }),
    async stop() {
      await requestLog().flush();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await database.stop();
    },
  };
}

/** Returns the fields in a response's issues, in order. */
export function issueFields({ body }: Answer): string[] {
  const issues = Array.isArray(body.issues) ? body.issues : [];
  return issues.map((issue: { field: string }) => issue.field);
}
