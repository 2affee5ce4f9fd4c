import { log } from "#lib/log/log.ts";

const everyMs = 10_000;

/**
 * Ends the process with 1 when a part of it hangs, so that its supervisor starts another one. Every step is
 * persisted before the next, so this loses as little as a kill.
 * @param findHung lists what hangs.
 */
export function exitWhenHung(findHung: () => string[], lookEveryMs = everyMs): void {
  setInterval(() => {
    const reasons = findHung();
    if (reasons.length === 0) return;
    log().fatal({ reasons }, "the process hangs and exits; its supervisor starts another one");
    process.exit(1);
  }, lookEveryMs).unref();
}
