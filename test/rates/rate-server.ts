import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

/** A source of exchange rates on a port of this process. */
export type RateServer = {
  readonly url: string;
  /** The number of requests so far. */
  asked(): number;
  /** Sets the response from now on. */
  answerWith(answer: RequestListener): void;
  /** Responds with these rates per dollar from now on. */
  say(rates: Readonly<Record<string, number | string>>, fields?: Readonly<Record<string, unknown>>): void;
  stop(): Promise<void>;
};

/** For `beforeEach` or `beforeAll`; `stop` after. */
export async function startRateServer(): Promise<RateServer> {
  let answer: RequestListener = (_request, response) => response.writeHead(500).end();
  let asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    answer(request, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/latest?app_id=secret`,
    asked: () => asked,
    answerWith(next) {
      answer = next;
    },
    say(rates, fields) {
      answer = (_request, response) => {
        const timestamp = Math.floor(Date.now() / 1_000);
        response.setHeader("content-type", "application/json");
        response.end(JSON.stringify({ base: "USD", timestamp, rates, ...fields }));
      };
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
