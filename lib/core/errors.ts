/**
 * Every error that a client can meet: its status, its public sentence, and for the reference what brings it about and
 * what to do; further statuses with what they mean, where one code has several. The list is closed (WIRE, Errors): a
 * code outside it breaks existing clients.
 */
export const errorTable = {
  invalid_params: {
    status: 400,
    message: "The request could not be read.",
    cause:
      "The body is not UTF-8 or not JSON, names a key twice or is nested too deep; or a cursor was taken from another list or other filters.",
    remedy: "Send what JSON.stringify gives. Use a nextCursor only with the request that it came from.",
    otherStatuses: {
      405: "The address does not take this method; Allow names those that it takes.",
      413: "The body is larger than 64 KiB.",
      415: "The body's Content-Type is not application/json.",
    },
  },
  params_validation: {
    status: 400,
    message: "Some fields of the request are not valid.",
    cause: "A field of the body, the query or the path is missing, unknown, or breaks a rule.",
    remedy: "Read issues: each names a field, as a dotted path, and what is wrong with it. Don't repeat it unchanged.",
    otherStatuses: {
      422: "Well formed, but of no use: a malformed account, too small a balance, a signature of another account.",
    },
  },
  missing_idempotency_key: {
    status: 400,
    message: "This request needs an Idempotency-Key header.",
    cause: "The operation creates something that must not be created twice.",
    remedy: "Send a new unique value for each thing to create, and the same one when you repeat a request.",
  },
  payment_not_succeeded: {
    status: 400,
    message: "Only a payment that succeeded can be refunded.",
    cause: "The payment is still open, or it ended in another state than succeeded.",
    remedy: "Wait until its status is succeeded. A payment that ended otherwise took no money.",
  },
  invalid_state: {
    status: 400,
    message: "The payment's state does not allow this.",
    cause: "The payment was confirmed, cancelled or has ended before; or another option of it was confirmed.",
    remedy: "Read the payment's status and go on from there.",
  },
  quote_expired: {
    status: 400,
    message: "The chosen option has run out. Ask for the options again.",
    cause: "The amount of an option holds until its expiresAt, which has passed.",
    remedy: "Ask for the options again and let the buyer sign one of those. Nothing was taken.",
  },
  invalid_api_version: {
    status: 400,
    message: "The version in the header is malformed.",
    cause: "Service-Version, WCP-Version or Api-Version holds something that is no version.",
    remedy: "Send a version such as 2026-02-18, or no such header for the version that the account is pinned to.",
  },
  unknown_api_version: {
    status: 400,
    message: "The version in the header does not exist.",
    cause: "The version is well formed, and there is none of that date.",
    remedy: "Send one of the versions of this reference.",
  },
  header_not_ascii: {
    status: 400,
    message: "Header values must be visible ASCII characters.",
    cause: "A header holds a control character or one beyond ASCII.",
    remedy: "Remove it, or encode the value; an SDK's name or version is the usual place.",
  },
  missing_api_key: {
    status: 401,
    message: "The Api-Key header is missing.",
    cause: "The request says nothing about who sends it.",
    remedy: "Send the API key in the Api-Key header, not in Authorization and not in the query.",
  },
  invalid_api_key: {
    status: 401,
    message: "The API key is not valid.",
    cause: "There is no such key, or it was revoked.",
    remedy: "Check for a cut-off or a space; else make a new key. Repeating the request does not help.",
  },
  missing_merchant_id: {
    status: 401,
    message: "The Merchant-Id header is missing.",
    cause: "The operation works for one merchant, and none was named.",
    remedy: "Send the merchant's id in the Merchant-Id header.",
  },
  missing_auth_headers: {
    status: 401,
    message: "Send an Api-Key or an App-Id header.",
    cause: "A request to the gateway names neither a key nor an app.",
    remedy: "Wallets send their App-Id, servers their Api-Key.",
  },
  invalid_app_id: {
    status: 401,
    message: "The App-Id is not valid.",
    cause: "There is no such app, or it was revoked.",
    remedy: "Check the id; it begins with app_.",
  },
  forbidden: {
    status: 403,
    message: "The key is not allowed to do this.",
    cause: "The key lacks the operation's permission, or the Merchant-Id is unknown, deleted or another partner's.",
    remedy: "Use a key with the permission that the reference names, and a merchant of your own that is active.",
  },
  payment_not_found: {
    status: 404,
    message: "There is no such payment.",
    cause: "The id is unknown, or the payment is another partner's or merchant's.",
    remedy: "Check the id, and that key and Merchant-Id are those which created the payment.",
  },
  not_found: {
    status: 404,
    message: "There is nothing at this address.",
    cause: "The path does not exist, or names a merchant or settlement that is unknown or another partner's.",
    remedy: "Check path and ids. A path has no slash at its end.",
  },
  idempotency_conflict: {
    status: 409,
    message: "The Idempotency-Key was used before with another request.",
    cause: "A key stands for one request; this one has another body, path or merchant.",
    remedy: "Use a new key for a new request, and repeat an old request byte for byte.",
  },
  settlement_asset_conflict: {
    status: 409,
    message: "The merchant already has a settlement for this asset.",
    cause: "A merchant has one destination for each asset. None of the entries was registered.",
    remedy: "Change the existing entry with PUT, or leave the asset out.",
  },
  already_refunded: {
    status: 409,
    message: "The payment is marked as refunded already.",
    cause: "A payment is refunded once, and in full.",
    remedy: "Nothing is left to do.",
  },
  version_conflict: {
    status: 409,
    message: "The record was changed in the meantime. Read it again.",
    cause: "Somebody else changed the same record at the same moment.",
    remedy: "Read the record again and decide anew.",
  },
  payment_expired: {
    status: 410,
    message: "The payment has expired.",
    cause: "Its expiresAt has passed without a confirmation.",
    remedy: "Create a new payment. Nothing was taken.",
  },
  rate_limited: {
    status: 429,
    message: "Too many requests. Try again later.",
    cause: "The key, the app or the address has used up its minute. RateLimit-Policy says which, and how much that is.",
    remedy: "Wait for the seconds in Retry-After, then repeat. Await a status with maxPollMs instead of asking often.",
  },
  internal_error: {
    status: 500,
    message: "Something went wrong on our side.",
    cause: "A fault of the service. It is logged under the answer's Request-Id.",
    remedy: "Repeat the request: every write is safe to repeat. If it stays, report the Request-Id.",
    otherStatuses: { 503: "The service is shutting down; repeat after the seconds in Retry-After." },
  },
  bad_gateway: {
    status: 502,
    message: "A chain node did not answer. Try again.",
    cause:
      "What the answer depends on is outside, and away: a chain's nodes, the source of exchange rates, or the screening.",
    remedy: "Repeat the request after a moment. Nothing was taken.",
  },
} as const satisfies Record<string, ErrorEntry>;

/** Further statuses of a code that has several. */
export type OtherStatus = 405 | 413 | 415 | 422 | 503;

type ErrorEntry = {
  status: number;
  message: string;
  cause: string;
  remedy: string;
  otherStatuses?: Partial<Record<OtherStatus, string>>;
};

export type ErrorCode = keyof typeof errorTable;
/** One thing wrong with one field; `field` is a dotted path such as `amount.value` or `settlements.0.asset`. */
export type Issue = { field: string; message: string };

export type TillErrorDetails = {
  /** Another sentence than the table's, for the client to read. */
  message?: string;
  /** Another status than the table's, where one code has several. */
  status?: OtherStatus;
  issues?: readonly Issue[];
  headers?: Readonly<Record<string, string>>;
  /** What happened inside; logged, never sent. */
  cause?: unknown;
};

const brand = Symbol.for("till.error");

/** The only class of errors that reach a client. Anything else thrown is answered as `internal_error`. */
export class TillError extends Error {
  readonly [brand] = true;
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

/**
 * Recognizes a TillError by its brand. Next bundles its own copy of lib into the process of the custom server, and
 * `instanceof` fails for an error that the other copy threw.
 */
export function isTillError(value: unknown): value is TillError {
  return value instanceof Error && brand in value;
}

/** A `params_validation` about one field; 400 unless said otherwise. */
export function invalidField(field: string, message: string, status?: 422): TillError {
  return new TillError("params_validation", { issues: [{ field, message }], ...(status ? { status } : {}) });
}
