import type { ApiMember } from "#lib/edge/api-member.ts";

/** A request in a neutral form, for Next's `Request` and `node:http` alike. */
export type ApiRequest = {
  method: string;
  /** The raw path, still percent-encoded, without the query. */
  path: string;
  readonly query: URLSearchParams;
  /** A header's value by lower-case name; undefined if it wasn't sent. */
  header(name: string): string | undefined;
  /** Reads the whole body as text. @throws TillError `invalid_params` 413 beyond the limit, 400 if it isn't UTF-8. */
  readBody(): Promise<string>;
  /** The client's address, from the socket or a trusted proxy; null if unknown. */
  readonly remoteAddress: string | null;
  /** Whether the client has disconnected. */
  readonly isGone: boolean;
  /** Calls `listener` when the client disconnects. @returns a function that removes the listener. */
  onGone(listener: () => void): () => void;
  /** The member whose session authorizes the request in place of a key. No header can set it. */
  readonly member?: ApiMember;
};

/** A response. `body` is JSON text, or null for a preflight. */
export type ApiResult = { status: number; headers: Record<string, string>; body: string | null };
