import { AsyncLocalStorage } from "node:async_hooks";
import { processSingleton } from "#lib/core/process-singleton.ts";
import type { Role } from "#lib/core/roles.ts";

/** The author of a change, as recorded in the audit log. */
export type Actor = {
  /** A dashboard user, an API key, or an operator who runs a command on the server. */
  kind: "user" | "api_key" | "operator";
  /** The id of the user or key; null for an operator. */
  id: string | null;
  /** A user's email or a key's name. */
  name: string;
  /** The role by which a user's request was authorized. */
  role?: Role;
};

// Next bundles a second copy of this module into the process; both must share one store.
const acting = processSingleton("actor", () => new AsyncLocalStorage<Actor>());

/** Runs `work` on behalf of an actor. Transactions in it set the actor for the triggers of the audit log. */
export function actAs<T>(actor: Actor, work: () => T): T {
  return acting().run(actor, work);
}

/** Returns the actor of the running code; null when the service acts by itself. */
export function currentActor(): Actor | null {
  return acting().getStore() ?? null;
}
