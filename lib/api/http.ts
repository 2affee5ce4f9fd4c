/** A request as operations see it, whatever carried it: Next's `Request` or `node:http` (DESIGN, "One API, two mounts"). */
export type ApiRequest = {
  method: string;
  /** Path as it came, still percent-encoded, without the query. */
  path: string;
  query: URLSearchParams;
  /** A header's value by lower-case name; undefined when it was not sent. */
  header(name: string): string | undefined;
  /** The values of all headers; names may be among them. */
  headerTexts(): Iterable<string>;
  /** The whole body as text. @throws TillError `invalid_params` 413 beyond the limit, 400 when it is not UTF-8. */
  readBody(): Promise<string>;
  /** Where it comes from, by the socket or a proxy that is trusted; null when that can't be known. */
  readonly remoteAddress: string | null;
  /** Whether the client has gone away. */
  readonly isGone: boolean;
  /** Calls back when it goes; returns the function that takes the listener off. */
  onGone(listener: () => void): () => void;
};

/** An answer; `body` is JSON text, null where there is none (preflights). */
export type ApiResult = { status: number; headers: Record<string, string>; body: string | null };
