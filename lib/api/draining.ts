import { TillError } from "#lib/core/errors.ts";
import { processSingleton } from "#lib/core/process-singleton.ts";

const drain = processSingleton("drain", () => ({ hasBegun: false }));

/** From now on this process takes no more requests; those that it has are answered. For the shutdown. */
export function startDraining(): void {
  drain().hasBegun = true;
}

/** True once the process is shutting down. */
export function isDraining(): boolean {
  return drain().hasBegun;
}

/**
 * Refuses what still comes over connections that were open before; a client repeats it, and meets another process or
 * the next one.
 * @throws TillError `internal_error` 503 with `Retry-After` while the process is shutting down.
 */
export function refuseWhileDraining(): void {
  if (!isDraining()) return;
  const message = "The service is shutting down. Repeat the request.";
  throw new TillError("internal_error", { status: 503, message, headers: { "retry-after": "1", connection: "close" } });
}
