import { AsyncLocalStorage } from "node:async_hooks";
import { processSingleton } from "#lib/core/process-singleton.ts";

/** Runs a statement or a transaction when it is its turn. @throws whatever `work` throws, and an error of its own to refuse it. */
export type StatementGate = <T>(work: () => Promise<T>) => Promise<T>;

// Next bundles a second copy of this module into the process; both must share one store.
const gates = processSingleton("statement-gate", () => new AsyncLocalStorage<StatementGate | null>());

/** Runs `work` so that each of its statements and transactions on the pool passes a gate first. Prisma's don't. */
export function withStatementGate<T>(gate: StatementGate, work: () => T): T {
  return gates().run(gate, work);
}

/** True when the statements of the running code pass a gate. */
export function hasStatementGate(): boolean {
  return (gates().getStore() ?? null) !== null;
}

/** Runs a statement or a transaction: at once without a gate. Inside it no statement passes the gate again, which could wait for itself. */
export function passGate<T>(work: () => Promise<T>): Promise<T> {
  const gate = gates().getStore() ?? null;
  return gate === null ? work() : gate(() => gates().run(null, work));
}
