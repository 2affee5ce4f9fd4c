import type { ErrorCode } from "#lib/core/errors.ts";

/** The statuses of a code beyond its own. */
export type OtherStatus = 405 | 408 | 413 | 415 | 422 | 431 | 503;

type ErrorEntry = {
  status: number;
  /** The cause, for the reference. */
  cause: string;
  /** The remedy, for the reference. */
  remedy: string;
  /** The meaning of each further status. */
  otherStatuses?: Partial<Record<OtherStatus, string>>;
};

/** The HTTP status and reference text of each error code. The list is closed: existing clients know no other code. */
export const errorTable = {
  invalid_params: {
    status: 400,
    cause:
      "The body isn't UTF-8 or JSON, repeats a key, is nested too deeply or has more than 2,000 keys and list entries; the query has more than 1,000 parameters; or a cursor comes from another list or other filters.",
    remedy: "Send the output of a JSON serializer. Use nextCursor only with the request that returned it.",
    otherStatuses: {
      405: "The path doesn't support this method. The Allow header lists the methods it supports.",
      408: "The request took too long to arrive: 10 seconds for the headers, or 30 in all.",
      413: "The body is larger than 64 KiB.",
      415: "The body's Content-Type isn't application/json.",
      431: "The headers are larger than 16 KiB, or there are more than 200.",
    },
  },
  params_validation: {
    status: 400,
    cause: "A field of the body, query or path is missing, unknown, or breaks a rule.",
    remedy:
      "Read message, or issues for the first twenty fields: each names the field as a dotted path and the rule it breaks. Don't repeat the request unchanged.",
    otherStatuses: {
      422: "The request is well formed but can't be used: a malformed account, too small a balance, a signature by another account.",
    },
  },
  missing_idempotency_key: {
    status: 400,
    cause: "The operation creates something that must not be created twice.",
    remedy: "Send a new unique value for each thing to create, and the same value when you retry a request.",
  },
  payment_not_succeeded: {
    status: 400,
    cause: "The payment is still open, or ended in a status other than succeeded.",
    remedy: "Wait until its status is succeeded. A payment that ended in another status took no money.",
  },
  invalid_state: {
    status: 400,
    cause:
      "The payment was already confirmed with another option, was cancelled, or has ended; or, at confirm, the token refuses the transfer, because its issuer has blocked an account or paused it; or the merchant accepts only tokens that can be settled and has no settlement destination for the payment; or the account has reached its maximum of merchants or webhook endpoints. The message says which.",
    remedy:
      "Fetch the payment's status and continue from there. After a token's refusal, request the options again; the buyer hasn't been charged.",
  },
  quote_expired: {
    status: 400,
    cause: "An option's amount is valid until its expiresAt, which has passed.",
    remedy: "Request the options again and have the buyer sign one of them. The buyer hasn't been charged.",
  },
  invalid_api_version: {
    status: 400,
    cause: "Service-Version, WCP-Version or Api-Version isn't formatted as a version.",
    remedy: "Send a version such as 2026-02-18, or leave the header out to use the version your account is pinned to.",
  },
  unknown_api_version: {
    status: 400,
    cause: "The version is well formed, but no version has that date.",
    remedy: "Send one of the versions in this reference.",
  },
  header_not_ascii: {
    status: 400,
    cause:
      "A header that the API reads contains a control character or a character outside ASCII. The message names it.",
    remedy: "Remove or encode the character. It is usually in an SDK's name or version.",
  },
  missing_api_key: {
    status: 401,
    cause: "The request carries no credentials.",
    remedy: "Send the API key in the Api-Key header, not in Authorization and not in the query.",
  },
  invalid_api_key: {
    status: 401,
    cause: "The key doesn't exist, was revoked or has expired.",
    remedy: "Check the key for missing characters and spaces, or create a new one. Retrying doesn't help.",
  },
  missing_merchant_id: {
    status: 401,
    cause: "The operation acts for one merchant, and the request doesn't name it.",
    remedy: "Send the merchant's id in the Merchant-Id header.",
  },
  missing_auth_headers: {
    status: 401,
    cause: "A gateway request names neither a key nor an app.",
    remedy: "Send an App-Id from a wallet, or an Api-Key from a server.",
  },
  invalid_app_id: {
    status: 401,
    cause: "The app doesn't exist, or was revoked.",
    remedy: "Check the id. Ids that a wallet kit sends have to be registered first.",
  },
  forbidden: {
    status: 403,
    cause:
      "The key lacks the operation's permission or isn't allowed from the client's address, the Merchant-Id is unknown or belongs to another account, or a payment is created for a merchant that isn't active.",
    remedy: "Use a key with the permission that the reference names, and one of your own active merchants.",
  },
  payment_not_found: {
    status: 404,
    cause: "The id is unknown, or the payment belongs to another account or merchant.",
    remedy: "Check the id, and that the key and Merchant-Id are the ones that created the payment.",
  },
  not_found: {
    status: 404,
    cause:
      "The path doesn't exist, or the path or a refund's body names a merchant, settlement or payment that is unknown or belongs to another account.",
    remedy: "Check the path and its ids. Paths don't end with a slash.",
  },
  idempotency_conflict: {
    status: 409,
    cause: "A key identifies one request, and this request has a different body, path or merchant.",
    remedy: "Use a new key for a new request, and repeat the original request byte for byte.",
  },
  settlement_asset_conflict: {
    status: 409,
    cause: "A merchant has one destination per asset. None of the entries was registered.",
    remedy: "Change the existing entry with PUT, or leave the asset out.",
  },
  already_refunded: {
    status: 409,
    cause: "Nothing is left to refund: the payment's refunds, including requested ones, add up to what was paid.",
    remedy: "Nothing. The refund is already recorded.",
  },
  version_conflict: {
    status: 409,
    cause: "Another request changed the same record at the same time.",
    remedy: "Fetch the record again, then repeat the change if it still applies.",
  },
  payment_expired: {
    status: 410,
    cause: "Its expiresAt passed before it was confirmed.",
    remedy: "Create a new payment. The buyer hasn't been charged.",
  },
  rate_limited: {
    status: 429,
    cause:
      "The key, app, address, payment or account has used up its requests for this minute; RateLimit-Policy names the limit. Merchants and logos: the account has reached its limit for the UTC day, or too many logos are being fetched for it. Tests of webhook endpoints: 10 for the endpoint or 30 for the account were sent within a minute. At confirm, and where an option needs an approval also at options: the merchant, the app or the buyer's account has used up its budget for network costs for this UTC day; the message says which.",
    remedy:
      "Wait for the number of seconds in Retry-After, then retry. Long-poll a status with maxPollMs instead of polling often. When a budget is used up, the buyer hasn't been charged.",
  },
  internal_error: {
    status: 500,
    cause: "The service failed. The failure is logged under the response's Request-Id.",
    remedy: "Retry: every write is safe to repeat. If the error persists, report the Request-Id.",
    otherStatuses: {
      503: "The service is shutting down or can't reach its database, or the database has ended the request, because it took too long or met another change. Retry after the number of seconds in Retry-After.",
    },
  },
  bad_gateway: {
    status: 502,
    cause: "A chain node, the exchange rate source or the screening service is unavailable.",
    remedy: "Retry after a moment. The buyer hasn't been charged.",
    otherStatuses: {
      503: "The nodes of a payment network aren't responding. Retry after the number of seconds in Retry-After.",
    },
  },
} as const satisfies Record<ErrorCode, ErrorEntry>;
