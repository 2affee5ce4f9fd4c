/**
 * Every error that a client can meet: its status and its public sentence. The list is closed (WIRE, Errors):
 * a code outside it breaks existing clients.
 */
export const errorTable = {
  invalid_params: { status: 400, message: "The request could not be read." },
  params_validation: { status: 400, message: "Some fields of the request are not valid." },
  missing_idempotency_key: { status: 400, message: "This request needs an Idempotency-Key header." },
  payment_not_succeeded: { status: 400, message: "Only a payment that succeeded can be refunded." },
  invalid_state: { status: 400, message: "The payment's state does not allow this." },
  quote_expired: { status: 400, message: "The chosen option has run out. Ask for the options again." },
  invalid_api_version: { status: 400, message: "The version in the header is malformed." },
  unknown_api_version: { status: 400, message: "The version in the header does not exist." },
  header_not_ascii: { status: 400, message: "Header values must be visible ASCII characters." },
  missing_api_key: { status: 401, message: "The Api-Key header is missing." },
  invalid_api_key: { status: 401, message: "The API key is not valid." },
  missing_merchant_id: { status: 401, message: "The Merchant-Id header is missing." },
  missing_auth_headers: { status: 401, message: "Send an Api-Key or an App-Id header." },
  invalid_app_id: { status: 401, message: "The App-Id is not valid." },
  forbidden: { status: 403, message: "The key is not allowed to do this." },
  payment_not_found: { status: 404, message: "There is no such payment." },
  not_found: { status: 404, message: "There is nothing at this address." },
  idempotency_conflict: { status: 409, message: "The Idempotency-Key was used before with another request." },
  settlement_asset_conflict: { status: 409, message: "The merchant already has a settlement for this asset." },
  already_refunded: { status: 409, message: "The payment is marked as refunded already." },
  version_conflict: { status: 409, message: "The record was changed in the meantime. Read it again." },
  payment_expired: { status: 410, message: "The payment has expired." },
  rate_limited: { status: 429, message: "Too many requests. Try again later." },
  internal_error: { status: 500, message: "Something went wrong on our side." },
  bad_gateway: { status: 502, message: "A chain node did not answer. Try again." },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errorTable;
/** One thing wrong with one field; `field` is a dotted path such as `amount.value` or `settlements.0.asset`. */
export type Issue = { field: string; message: string };

export type TillErrorDetails = {
  /** Another sentence than the table's, for the client to read. */
  message?: string;
  /** Another status than the table's, where one code has several (422, 405, 413, 415, 503). */
  status?: 405 | 413 | 415 | 422 | 503;
  issues?: readonly Issue[];
  headers?: Readonly<Record<string, string>>;
  /** What happened inside; logged, never sent. */
  cause?: unknown;
};

/** The one class of errors that are answered to a client. Everything else thrown becomes `internal_error`. */
export class TillError extends Error {
  override readonly name = "TillError";
  readonly code: ErrorCode;
  readonly status: number;
  readonly issues: readonly Issue[] | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, details: TillErrorDetails = {}) {
    super(details.message ?? errorTable[code].message, { cause: details.cause });
    this.code = code;
    this.status = details.status ?? errorTable[code].status;
    this.issues = details.issues;
    this.headers = details.headers ?? {};
  }
}

/** A `params_validation` about one field; 400 unless said otherwise. */
export function invalidField(field: string, message: string, status?: 422): TillError {
  return new TillError("params_validation", { issues: [{ field, message }], ...(status ? { status } : {}) });
}
