const longestPath = 500;

/** Query parameters whose values are kept: those that the API declares. What else is sent may be anything. */
export const loggedParameters: ReadonlySet<string> = new Set([
  ...["asset", "cursor", "endTs", "includePaymentInfo", "limit", "maxPollMs", "merchantId", "network"],
  ...["referenceId", "search", "sortBy", "sortDir", "startTs", "status", "token_symbol"],
]);

/** Anything that has the form of an API key, wherever somebody has put it. */
const secrets = /till_[A-Za-z0-9_-]{20,}/g;

/** The path of a request with its query, as the log keeps it: without secrets, at most 500 characters. */
export function loggedPath(path: string, query: URLSearchParams): string {
  const kept = [...query].map(([name, value]) => [name, loggedParameters.has(name) ? value : "***"]);
  const text = kept.length === 0 ? path : `${path}?${new URLSearchParams(kept)}`;
  return text.replaceAll(secrets, "till_***").slice(0, longestPath);
}
