import { log } from "#lib/log/log.ts";

/** Longer than every part of stopping may take, and shorter than what service managers wait before they kill. */
const stopWithinMs = 20_000;

/**
 * Runs `stop` on the first SIGTERM or SIGINT, or when the parent closes the IPC channel, and then exits: with 0, or with
 * 1 when `stop`, which gets the signal, fails or takes longer than `timeoutMs`. Further signals are ignored.
 */
export function onStopSignal(stop: (signal: NodeJS.Signals) => Promise<void>, timeoutMs = stopWithinMs): void {
  let isStopping = false;
  const end = async (signal: NodeJS.Signals) => {
    if (isStopping) return;
    isStopping = true;
    log().info({ signal }, "stopping");
    setTimeout(() => process.exit(1), timeoutMs).unref();
    try {
      await stop(signal);
      process.exit(0);
    } catch (error) {
      log().error({ err: error }, "stopping failed");
      process.exit(1);
    }
  };
  process.on("SIGTERM", end);
  process.on("SIGINT", end);
  process.once("disconnect", () => end("SIGHUP"));
}
