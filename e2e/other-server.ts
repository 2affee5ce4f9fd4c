import { findFreePort } from "#scripts/postgres/free-port.ts";
import { startService } from "#scripts/stack/service.ts";
import { serviceEnv } from "#scripts/stack/service-env.ts";
import { stack } from "./stack.ts";

type OtherServer = { baseUrl: string; stop(): Promise<void> };

/**
 * Starts another web process of the same installation, set up as in production: without a Demo wallet.
 * @param more returns additional settings for its base URL.
 */
export async function startOtherServer(
  more: (baseUrl: string) => Promise<Record<string, string>> = async () => ({}),
): Promise<OtherServer> {
  const { databaseUrl, chains } = stack();
  const port = await findFreePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const where = { databaseUrl, chains, port, publicUrl: baseUrl, relayerPrivateKey: "", confirmations: 2 };
  const env = { ...serviceEnv(where), NODE_ENV: "production", ...(await more(baseUrl)) };
  const service = await startService("scripts/server.ts", { env });
  return { baseUrl, stop: () => service.stop() };
}
