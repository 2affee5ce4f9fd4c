import { useSyncExternalStore } from "react";
import type { ConsoleDoc } from "#lib/api/schemas/reference.ts";
import type { ConsoleSession } from "#lib/dashboard/rpc/contract.ts";

/** The sender of a console's request: the signed-in member in one of the modes, or a key. */
export type Sender = "test" | "live" | "key";

// In memory only. The page's consoles share the choice.
let chosen: Sender | null = null;
const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Chooses the sender on the whole page. */
export function chooseSender(sender: Sender): void {
  chosen = sender;
  for (const listener of listeners) listener();
}

/** The chosen sender; by default the member, in test mode if the partner has a test account. Without a session it is a key. */
export function useSender(session: ConsoleSession | null): Sender {
  const choice = useSyncExternalStore(
    subscribe,
    () => chosen,
    () => chosen,
  );
  return session === null ? "key" : (choice ?? defaultSender(session));
}

function defaultSender({ hasRequiredFactor, mayCall, ids }: ConsoleSession): Sender {
  if (!hasRequiredFactor || !mayCall) return "key";
  return ids.test === null ? "live" : "test";
}

/** The ids that a sender's requests are about; null without any. */
export function idsFor(session: ConsoleSession | null, sender: Sender, apiKey: string): ConsoleSession["ids"]["live"] {
  if (session === null) return null;
  if (sender !== "key") return session.ids[sender];
  return session.ids[apiKey.startsWith("till_test_") ? "test" : "live"];
}

/** Returns the operation's description with the reader's ids in place of the examples'. */
export function withOwnIds(doc: ConsoleDoc, ids: ConsoleSession["ids"]["live"]): ConsoleDoc {
  if (ids === null) return doc;
  const own: Readonly<Record<string, string | null>> = {
    pay: ids.paymentId,
    mrch: ids.merchantId,
    crypto: ids.settlementId,
    rfd: ids.refundId,
    evt: ids.eventId,
    whe: ids.endpointId,
  };
  const replaced = (text: string) =>
    text.replaceAll(/\b([a-z]+)_[0-9A-HJKMNP-TV-Z]{26}\b/g, (id, prefix: string) => own[prefix] ?? id);
  return {
    ...doc,
    fields: doc.fields.map((field) => ({ ...field, value: replaced(field.value) })),
    bodies: doc.bodies?.map((body) => ({ ...body, text: replaced(body.text) })) ?? null,
  };
}
