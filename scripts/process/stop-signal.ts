import { log } from "#lib/log/log.ts";

const patienceMs = 20_000;

/**
 * Runs `stop` at the first SIGTERM or SIGINT, or when the parent that listens over IPC is gone, and ends the process with 0 when it is done; with 1 when it fails or
 * takes longer than 20 s. Further signals while it stops change nothing.
 */
export function onStopSignal(stop: () => Promise<void>): void {
  let isStopping = false;
  const end = async (signal: NodeJS.Signals) => {
    if (isStopping) return;
    isStopping = true;
    log().info({ signal }, "stopping");
    setTimeout(() => process.exit(1), patienceMs).unref();
    try {
      await stop();
      process.exit(0);
    } catch (error) {
      log().error({ err: error }, "the stop failed");
      process.exit(1);
    }
  };
  process.on("SIGTERM", end);
  process.on("SIGINT", end);
  process.once("disconnect", () => end("SIGHUP"));
}
