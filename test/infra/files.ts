import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { findFreePort } from "#scripts/postgres/free-port.ts";
import { startCaddy } from "./caddy.ts";
import { startNginx } from "./nginx.ts";
import type { Say } from "./say.ts";

const visits = 40;

/**
 * While one web process is replaced after the other, each has the files of its own release only, and a page
 * needs those of its own.
 */
export async function checkFiles(say: Say): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "till-files-"));
  const releases = await Promise.all(["old", "new"].map(startRelease));
  const ports = releases.map((server) => (server.address() as AddressInfo).port);
  const port = await findFreePort();
  const base = `http://127.0.0.1:${port}`;
  const visitAll = async (name: string) => {
    for (let count = 0; count < visits; count += 1) await visit(base);
    say(`${visits} pages behind ${name} had the files of their releases`);
  };
  try {
    const nginx = await startNginx(folder, port, ports);
    await visitAll("nginx").finally(() => nginx.kill("SIGQUIT"));
    await once(nginx, "exit");
    const caddy = await startCaddy(folder, port, ports);
    await visitAll("Caddy").finally(() => caddy.kill());
  } finally {
    for (const server of releases) {
      server.closeAllConnections();
      server.close();
    }
    await rm(folder, { recursive: true, force: true });
  }
}

/** Serves its name as every page, and the one file that they need. */
async function startRelease(name: string) {
  const server = createServer(({ url = "" }, response) => {
    if (url.startsWith("/_next/static/") && url !== `/_next/static/${name}.js`) response.statusCode = 404;
    response.end(name);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return server;
}

/** Opens a page, and its file over another connection, as browsers do. @throws Error when the file is missing. */
async function visit(base: string): Promise<void> {
  const headers = { connection: "close" };
  const release = await (await fetch(`${base}/pay/pay_1`, { headers })).text();
  const { status } = await fetch(`${base}/_next/static/${release}.js`, { headers });
  if (status !== 200) throw new Error(`the file of a page of the ${release} release was answered with ${status}`);
}
