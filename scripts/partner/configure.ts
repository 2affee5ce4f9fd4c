import { checkChainSettings } from "#lib/chain/chain-settings.ts";
import { EnvError, env } from "#lib/env/env.ts";
import { type DemoFile, readDemoFile } from "#scripts/demo/demo-file.ts";
import { fail } from "#scripts/partner/console.ts";
import { serviceEnv } from "#scripts/stack/service-env.ts";

const answerWithinMs = 2_000;

/**
 * Completes this process's settings before a command reads them. Without a DATABASE_URL, it takes those of
 * the running demo. @throws Error when there is neither, or when a setting is invalid.
 */
export async function configure(): Promise<void> {
  if (!process.env.DATABASE_URL) {
    const demo = await readDemoFile();
    if (demo === null || !(await isRunning(demo))) {
      fail(
        "There is no installation to manage: DATABASE_URL isn't set, and no demo is running. Set DATABASE_URL and PUBLIC_URL to those of your installation, or start `npm run demo` first.",
      );
    }
    const { databaseUrl, chains } = demo;
    const settings = { databaseUrl, chains, port: 0, publicUrl: demo.baseUrl, relayerPrivateKey: "", confirmations: 2 };
    Object.assign(process.env, serviceEnv(settings), process.env);
    process.stderr.write(`Using the running demo at ${demo.baseUrl}, because DATABASE_URL isn't set.\n`);
  }
  try {
    env();
    checkChainSettings();
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    fail(`The settings are invalid:\n${error.message}`);
  }
}

/** The file of a demo stays when it stops. */
async function isRunning({ baseUrl }: DemoFile): Promise<boolean> {
  const signal = AbortSignal.timeout(answerWithinMs);
  return fetch(`${baseUrl}/healthz`, { signal }).then(
    ({ ok }) => ok,
    () => false,
  );
}
