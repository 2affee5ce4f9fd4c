/**
 * The path that the pages' process answers by itself, as a sign of life. A client's request for it ends at
 * the web process, as a probe.
 */
export const lifePath = "/healthz";
