import { AsyncLocalStorage } from "node:async_hooks";
import type { PartnerId } from "#lib/core/ids.ts";
import { processSingleton } from "#lib/core/process-singleton.ts";

/**
 * The classes of work that have connections of their own, so that none waits for another's:
 * - `gateway`: what a buyer waits for, and status reads;
 * - `merchant`: the other operations of the API, and changes in the dashboard;
 * - `bulk`: lists, searches, exports and the dashboard's queries, which partners take in turns;
 * - `jobs`: workers and commands.
 */
export type WorkKind = "gateway" | "merchant" | "bulk" | "jobs";

export type Work = { kind: Exclude<WorkKind, "bulk"> } | { kind: "bulk"; partnerId: PartnerId };

// Next bundles a second copy of this module into the process; both must share the store and the default.
const store = processSingleton("work", () => new AsyncLocalStorage<Work>());
const ownWork = processSingleton("own-work", (): { work: Work } => ({ work: { kind: "jobs" } }));

/** Sets the class of work of this process that {@link doAs} names no other for; `jobs` without it. */
export function setOwnWork(kind: "gateway" | "merchant"): void {
  ownWork().work = { kind };
}

/** Returns the class of the running work. */
export function currentWork(): Work {
  return store().getStore() ?? ownWork().work;
}

/** Runs `work` as work of a class. */
export function doAs<T>(as: Work, work: () => T): T {
  return store().run(as, work);
}

/** Runs `work` in the process's own class, whatever class the caller has. */
export function doAsOwn<T>(work: () => T): T {
  return store().run(ownWork().work, work);
}

/** Runs a partner's lists, searches and exports: its statements and transactions wait for their turns among all partners'. */
export function inBulk<T>(partnerId: PartnerId, work: () => T): T {
  return doAs({ kind: "bulk", partnerId }, work);
}
