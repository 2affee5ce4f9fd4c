import type { RequestListener } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { LogoNetwork } from "#lib/domain/merchants/logos/open-url.ts";
import { isPublicAddress } from "#lib/domain/platform/outbound/public-address.ts";
import { createCertificate } from "#test/logos/certificate.ts";

/** An HTTPS server of this process, known as `logo.test`, and a network in which that name exists. */
export type LogoServer = {
  network: LogoNetwork;
  /** The requested paths. */
  requests: string[];
  /** The number of connections, with or without a request. */
  connections(): number;
  /** Sets or replaces the response of a path; `body` is sent with status 200. */
  serve(path: string, answer: RequestListener | Buffer): void;
  url(path: string): string;
  stop(): Promise<void>;
};

/** For `beforeAll`; `stop` in `afterAll`. */
export async function startLogoServer(): Promise<LogoServer> {
  const certificate = createCertificate(["logo.test"]);
  const answers = new Map<string, RequestListener>();
  const requests: string[] = [];
  let connections = 0;
  const server = createServer(certificate, (request, response) => {
    const path = request.url ?? "";
    requests.push(path);
    const answer = answers.get(path);
    if (answer === undefined) response.writeHead(404).end();
    else answer(request, response);
  });
  server.on("connection", () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    network: {
      isAllowedAddress: (address) => address === "127.0.0.1" || isPublicAddress(address),
      resolve: async (hostname) => (hostname === "logo.test" ? ["127.0.0.1"] : []),
      port,
      timeoutMs: 5_000,
      ca: certificate.cert,
    },
    requests,
    connections: () => connections,
    serve(path, answer) {
      answers.set(path, typeof answer === "function" ? answer : (_request, response) => response.end(answer));
    },
    url: (path) => `https://logo.test:${port}${path}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
