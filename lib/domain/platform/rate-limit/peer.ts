import { AsyncLocalStorage } from "node:async_hooks";
import { processSingleton } from "#lib/core/process-singleton.ts";

// Next shows its handlers no socket, and a header could be anybody's word; the server's own copy of this module and
// Next's share the storage.
const answering = processSingleton("peer", () => new AsyncLocalStorage<string | undefined>());

/** Answers a request of a socket whose other end is `address`; {@link currentPeer} tells it to whatever `work` calls. */
export function answerPeer<T>(address: string | undefined, work: () => T): T {
  return answering().run(address, work);
}

/** The other end of the socket by which the request came that is being answered; undefined where nobody said it. */
export function currentPeer(): string | undefined {
  return answering().getStore();
}
