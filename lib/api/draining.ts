import { processSingleton } from "#lib/core/process-singleton.ts";
import { HttpError } from "#lib/edge/http-error.ts";

const drain = processSingleton("drain", () => ({ hasBegun: false, isOver: false }));

/**
 * Starts the shutdown: the process isn't ready any more, and closes each connection after its next answer. Requests are served as
 * usual, because load balancers and clients with open connections send some until they notice.
 */
export function startDraining(): void {
  drain().hasBegun = true;
}

/** Ends the draining: from here on a request might not be finished before the process ends, so it is refused. */
export function endDraining(): void {
  drain().isOver = true;
}

/** True once the shutdown has started. */
export function isDraining(): boolean {
  return drain().hasBegun;
}

/**
 * Refuses a request that arrives at the very end of the shutdown. The client's retry reaches another process or the next one.
 * @throws TillError `internal_error` 503 with `Retry-After` once {@link endDraining} was called.
 */
export function refuseAfterDraining(): void {
  if (!drain().isOver) return;
  throw new HttpError("internal_error", {
    status: 503,
    message: "The service is shutting down. Retry the request.",
    retryAfterSeconds: 1,
    headers: { connection: "close" },
  });
}
