import { processSingleton } from "#lib/core/process-singleton.ts";
import { HttpError } from "#lib/edge/http-error.ts";

const drain = processSingleton("drain", () => ({ hasBegun: false }));

/** Starts the shutdown: new requests are refused, and those in progress are answered. */
export function startDraining(): void {
  drain().hasBegun = true;
}

/** True once the shutdown has started. */
export function isDraining(): boolean {
  return drain().hasBegun;
}

/**
 * Refuses a request that arrives over a connection from before the shutdown. The client's retry reaches another process
 * or the next one.
 * @throws TillError `internal_error` 503 with `Retry-After` while the process is shutting down.
 */
export function refuseWhileDraining(): void {
  if (!isDraining()) return;
  throw new HttpError("internal_error", {
    status: 503,
    message: "The service is shutting down. Retry the request.",
    retryAfterSeconds: 1,
    headers: { connection: "close" },
  });
}
