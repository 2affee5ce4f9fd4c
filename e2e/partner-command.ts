import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { serviceEnv } from "#scripts/stack/service-env.ts";
import { stack } from "./stack.ts";

const run = promisify(execFile);

/** Runs `npm run partner` against the running product. @returns its output. */
export async function partner(...words: string[]): Promise<string> {
  const { databaseUrl, baseUrl, chains } = stack();
  const where = { databaseUrl, chains, port: 0, publicUrl: baseUrl, relayerPrivateKey: "", confirmations: 2 };
  const env = { ...process.env, ...serviceEnv(where) };
  return (await run(process.execPath, ["scripts/partner.ts", ...words], { env })).stdout;
}
