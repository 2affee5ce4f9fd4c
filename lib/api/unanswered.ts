import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { WebLimits } from "#lib/api/web-limits.ts";

/**
 * Creates a function that counts a connection's requests until they have been answered, and closes a
 * connection with more than the limit: one packet can hold thousands of requests. It is closed without an
 * answer, because that would be taken for the answer to the first of them, which may be creating a payment.
 * To stop reading earlier wouldn't help: what is sent meanwhile arrives as one packet.
 * @returns false for a request that isn't to be answered, because its connection is closed.
 */
export function createUnanswered({ unanswered }: WebLimits) {
  const counts = new WeakMap<Socket, number>();
  return ({ socket }: IncomingMessage, response: ServerResponse): boolean => {
    const count = counts.get(socket) ?? 0;
    if (count >= unanswered) dropPacket(socket);
    if (socket.destroyed) return false;
    counts.set(socket, count + 1);
    response.once("close", () => counts.set(socket, (counts.get(socket) ?? 1) - 1));
    return true;
  };
}

/** Node's parser of a connection, of which nothing is documented. */
type Parsed = Socket & { parser?: { onIncoming: () => number } | null };
/** Node's code for a request that changes the protocol: the bytes after it are no requests. */
const isUpgrade = 2;

/**
 * Closes a connection, and keeps Node from parsing the rest of its last packet, which takes 30 ms for two
 * thousand requests. If a version of Node ignores it, they are parsed and dropped.
 */
function dropPacket(socket: Parsed): void {
  if (socket.parser) socket.parser.onIncoming = () => isUpgrade;
  socket.destroy();
}
