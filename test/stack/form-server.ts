import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { answerForm } from "#lib/api/form/answer-form.ts";
import { answerNext } from "#lib/api/mount-next.ts";
import { answerNode } from "#lib/api/mount-node.ts";
import { createRouteTable } from "#lib/api/route-table.ts";
import { allRoutes } from "#lib/api/routes/all-routes.ts";
import { env } from "#lib/env/env.ts";

// The API and the endpoints of the form page in a separate process, for tests that read its log.
const table = createRouteTable(allRoutes);
const server = createServer(async (message, response) => {
  const paymentId = /^\/collect\/([^/]+)\/submit$/.exec(message.url ?? "")?.[1];
  if (paymentId === undefined) return answerNode(table, message, response);
  const body = await buffer(message);
  const headers = Object.entries(message.headers).map(([name, value]): [string, string] => [name, String(value)]);
  const request = new Request(`http://till.test${message.url}`, { method: "POST", headers, body });
  const answer = await answerNext(request, (one) => answerForm(one, paymentId));
  response.writeHead(answer.status).end(await answer.text());
});
server.listen(env().PORT, "127.0.0.1", () => process.send?.("ready"));
