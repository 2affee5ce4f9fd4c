import type { Route } from "#lib/api/define-route.ts";
import type { Audience, DeclaredError } from "#lib/api/operation.ts";
import type { ErrorCode } from "#lib/core/errors.ts";
import { errorTable } from "#lib/edge/error-table.ts";

type AnyOperation = Route["operation"];

/** The codes that an operation can return with one status. */
export type StatusErrors = { status: number; codes: ErrorCode[] };

const byKey: ErrorCode[] = ["missing_api_key", "invalid_api_key", "forbidden"];

const byAudience: Record<Audience, ErrorCode[]> = {
  partner: byKey,
  "partner-or-merchant": byKey,
  merchant: [...byKey, "missing_merchant_id"],
  gateway: ["missing_auth_headers", "invalid_app_id", "invalid_api_key", "forbidden"],
};

const always: DeclaredError[] = [
  "header_not_ascii",
  "invalid_api_version",
  "unknown_api_version",
  "rate_limited",
  "internal_error",
  { code: "internal_error", status: 503 },
];

/** Every method other than GET reads its body, even for an operation without one. */
const byBody: DeclaredError[] = [
  "invalid_params",
  "params_validation",
  { code: "invalid_params", status: 413 },
  { code: "invalid_params", status: 415 },
];

const byIdempotency: Record<"required" | "honoured", ErrorCode[]> = {
  required: ["missing_idempotency_key", "params_validation", "idempotency_conflict"],
  honoured: ["params_validation", "idempotency_conflict"],
};

/**
 * Every error that an operation can return: its own, and those of its audience, method and idempotency, by status, in
 * the order of the error table. A 405 belongs to the path and not to any operation, so it is not included.
 */
export function errorsOf({ errors, audience, method, idempotency }: AnyOperation): StatusErrors[] {
  const declared: DeclaredError[] = [
    ...always,
    ...byAudience[audience],
    ...(method === "GET" ? [] : byBody),
    ...(idempotency === undefined ? [] : byIdempotency[idempotency]),
    ...errors,
  ];
  const byStatus = new Map<number, Set<ErrorCode>>();
  for (const error of declared) {
    const [code, status] = typeof error === "string" ? [error, errorTable[error].status] : [error.code, error.status];
    byStatus.set(status, (byStatus.get(status) ?? new Set()).add(code));
  }
  const order = Object.keys(errorTable);
  return [...byStatus]
    .toSorted(([a], [b]) => a - b)
    .map(([status, codes]) => ({ status, codes: [...codes].toSorted((a, b) => order.indexOf(a) - order.indexOf(b)) }));
}
