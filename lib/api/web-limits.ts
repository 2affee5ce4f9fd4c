/**
 * The limits of the web process: milliseconds, connections, and the number and size of what a request holds.
 * They are in one place, so that a test can shorten each and see that it holds.
 */
export const webLimits = {
  /** The time in which a request's headers, and the whole request, have to arrive. */
  headersMs: 10_000,
  requestMs: 30_000,
  /** Node checks the two at this interval. */
  checkEveryMs: 2_000,
  /**
   * The time in which something has to move over a connection with an open request. An answer that its client
   * doesn't read is cut off. Longer than a long poll waits (25 s), and than an export waits for its turn and
   * its next statement (15 s each).
   */
  inactiveMs: 120_000,
  /**
   * An idle connection is kept for longer than the usual proxies and balancers keep theirs (60 s), so that
   * they close it: a request that a proxy sends while the server closes gets no answer, and isn't repeated if
   * it is a POST.
   */
  idleMs: 75_000,
  /**
   * The requests of a connection that wait for their answers. With one more it is closed: each holds memory,
   * however short it is.
   */
  unanswered: 32,
  /** The headers of any request. Node 20 drops those beyond a thousand, and a proxy's own may be the last. */
  headers: 200,
  /**
   * The parts of a request for a page or a file, whose readers take more than a linear time for many: the
   * path, the query, and the cookies. `/v1` has lists in its queries, reads no cookies, and counts for
   * itself.
   */
  pathBytes: 2_048,
  queryBytes: 8_192,
  parameters: 200,
  cookieBytes: 8_192,
  cookies: 100,
  /** Connections to the pages' process. Further requests for pages wait. */
  pagesConnections: 256,
  /**
   * Of these, one address has so many at most. Buyers who share an address don't notice, as a page takes
   * milliseconds. So many more of its requests wait, and the others are refused.
   */
  pagesPerAddress: 32,
  pagesWaitingPerAddress: 500,
  /** The pages' process is pinged at this interval, and killed and replaced after such a time without an answer. */
  checkPagesEveryMs: 5_000,
  pagesSilentMs: 60_000,
  /**
   * After the signal to stop, requests are refused after the first time, and connections that are still open
   * are closed after the second.
   */
  refusedAfterMs: 14_000,
  closedAfterMs: 15_000,
  /** The pages' process may then take so long to stop. All must be over after 20 s (scripts/process/stop-signal.ts). */
  stopPagesMs: 3_000,
};

export type WebLimits = typeof webLimits;
