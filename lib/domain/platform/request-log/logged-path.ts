const longestPath = 500;

/** The query parameters that the API declares; only their values are logged, because any other may hold a secret. */
export const loggedParameters: ReadonlySet<string> = new Set([
  "asset",
  "cursor",
  "endTs",
  "includePaymentInfo",
  "limit",
  "maxPollMs",
  "merchantId",
  "network",
  "paymentId",
  "referenceId",
  "search",
  "sortBy",
  "sortDir",
  "sort_by",
  "sort_dir",
  "startTs",
  "status",
  "token_symbol",
  "type",
]);

const longestFields = 200;

/** Text in the form of an API key, anywhere in the path or query. */
const secrets = /till_[A-Za-z0-9_-]{20,}/g;

/** The path and query of a request for the log: without secrets, at most 500 characters. */
export function loggedPath(path: string, query: URLSearchParams): string {
  const kept = [...query].map(([name, value]) => [name, loggedParameters.has(name) ? value : "***"]);
  const text = kept.length === 0 ? path : `${path}?${new URLSearchParams(kept)}`;
  return text.replaceAll(secrets, "till_***").slice(0, longestPath);
}

/**
 * The names of refused fields for the log, separated by commas; null for none. The client chose the names of unknown fields: they are cut
 * at 200 characters, and lose keys and control characters.
 */
export function loggedFields(names: readonly string[]): string | null {
  const text = [...new Set(names)]
    .join(", ")
    .replaceAll(secrets, "till_***")
    .replaceAll(/\p{Cc}/gu, "");
  return text === "" ? null : text.slice(0, longestFields);
}
