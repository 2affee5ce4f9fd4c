import type { Issue } from "#lib/core/errors.ts";

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

/** Text in the form of an API key, anywhere in the path or query. */
const secrets = /till_[A-Za-z0-9_-]{20,}/g;

/** The path and query of a request for the log: without secrets, at most 500 characters. */
export function loggedPath(path: string, query: URLSearchParams): string {
  // Each takes two characters at least.
  const first = [...query].slice(0, longestPath / 2);
  const kept = first.map(([name, value]) => [name, loggedParameters.has(name) ? value : "***"]);
  const text = kept.length === 0 ? path : `${path}?${new URLSearchParams(kept)}`;
  return text.replaceAll(secrets, "till_***").slice(0, longestPath);
}

/** A refused field, and the rule that its value breaks, such as "must be at least 0.20 USD". */
export type LoggedIssue = { field: string; rule: string };

const maxIssues = 8;
const longestField = 80;
const longestRule = 200;

/** Email addresses and hexadecimal data: no rule names any, so they would be from the request or about its buyer. */
const values = /[^\s@]+@[^\s@]+|0x[0-9a-f]{8,}/gi;

/**
 * The refused fields for the log, at most 8 of them; null for none. Rules are our own words; what looks like
 * a value in one is left out. The client chose the names of unknown fields: they are cut at 80 characters,
 * and lose keys and control characters.
 */
export function loggedIssues(issues: readonly Issue[]): LoggedIssue[] | null {
  if (issues.length === 0) return null;
  return issues.slice(0, maxIssues).map(({ field, message }) => ({
    field: storable(field, longestField),
    rule: storable(message.replaceAll(values, "…"), longestRule),
  }));
}

/** Postgres refuses zero bytes, and in JSON the half of a character as well. */
function storable(text: string, longest: number): string {
  const plain = text.replaceAll(secrets, "till_***").replaceAll(/\p{Cc}/gu, "");
  return (plain.length > longest ? `${plain.slice(0, longest - 1)}…` : plain).toWellFormed();
}
