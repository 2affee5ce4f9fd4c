import { AsyncLocalStorage } from "node:async_hooks";
import { processSingleton } from "#lib/core/process-singleton.ts";

/** Who changes something, as the audit log names them. */
export type Actor = {
  /** A person in the dashboard, a key at the API, or whoever runs a command on the server. */
  kind: "user" | "api_key" | "operator";
  /** An id of a user or key; null for the operator. */
  id: string | null;
  /** A user's address, or a key's name. */
  name: string;
};

// Next runs its own copy of this module beside the server's.
const acting = processSingleton("actor", () => new AsyncLocalStorage<Actor>());

/** Runs `work`, whose transactions are signed by the actor: the triggers of the audit log read it from there. */
export function actAs<T>(actor: Actor, work: () => T): T {
  return acting().run(actor, work);
}

/** On whose behalf this code runs; null for what the service does by itself. */
export function currentActor(): Actor | null {
  return acting().getStore() ?? null;
}
