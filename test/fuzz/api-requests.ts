import fc from "fast-check";
import { newSecret } from "#lib/domain/partners/api-keys/secret.ts";
import {
  anyRequestTo,
  fillIn,
  ownDeliveredEvent,
  ownEndpoint,
  ownEvent,
  ownMerchant,
  ownOption,
  ownPayment,
  ownRefund,
  ownRefundToken,
  ownSettlement,
  ownSignature,
} from "#test/api/any-request.ts";
import { hints } from "#test/api/hints.ts";
import { type Operation, operations } from "#test/api/operations.ts";
import { credentialsOf } from "#test/api/valid-request.ts";
import type { Random } from "#test/fault/random.ts";
import type { FuzzPartner } from "./fuzz-partner.ts";
import type { HttpRequest } from "./fuzz-request.ts";
import type { KnownIds } from "./known-ids.ts";

/** Methods that no operation has, or that its path may not have. */
const otherMethods = ["HEAD", "OPTIONS", "PUT", "PATCH", "DELETE", "POST", "GET", "TRACE", "PROPFIND", "QUERY"];

/**
 * Creates a source of requests to every operation: path, query, body and headers each come from one of so many requests that the
 * operation's schemas produced, valid, broken or garbage, and are combined anew each time, because generating takes longer than
 * answering. A few requests have another method, or another partner's credentials, restricted ones or none.
 */
export function apiRequests(
  random: Random,
  seed: number,
  perOperation: number,
): (partners: readonly FuzzPartner[]) => HttpRequest {
  // Drawn before the first request: while this process draws, nothing reads from its connections.
  const drawn = operations.map((operation, index) => ({
    operation,
    all: fc.sample(anyRequestTo(operation, hints), { seed: seed + index, numRuns: perOperation }),
  }));
  return (partners) => {
    const { operation, all } = random.pick(drawn);
    const path = random.pick(all).path;
    const { query } = random.pick(all);
    const { body } = random.pick(all);
    const { headers } = random.pick(all);
    const caller = random.pick(partners);
    const owner = random.percent(90) ? caller : random.pick(partners);
    const filled = fillIn({ path, query, body, headers }, placesOf(owner.ids));
    const isList = filled.query !== "" && operation.method === "GET";
    const cursor = isList && random.percent(10) ? `&cursor=${broken(owner.ids.pickCursor(), random)}` : "";
    const method = random.percent(97) ? operation.method : random.pick(otherMethods);
    const request: HttpRequest = {
      kind: "api",
      method,
      target: filled.path + filled.query + cursor,
      headers: {
        ...(filled.body === null ? {} : { "content-type": "application/json" }),
        ...credentials(operation, caller, random),
        ...(needsMerchant(operation) ? { "merchant-id": owner.ids.pick("mrch") } : {}),
        ...filled.headers,
      },
      body: method === "GET" || method === "HEAD" ? null : filled.body,
    };
    return method === operation.method ? { ...request, operation } : request;
  };
}

function needsMerchant({ audience }: Operation): boolean {
  return audience === "merchant" || audience === "partner-or-merchant";
}

function credentials(
  operation: Operation,
  { partner, restrictedKey, revokedKey }: FuzzPartner,
  random: Random,
): Record<string, string> {
  if (random.percent(90)) return credentialsOf(operation, partner);
  return random.pick([
    {},
    { "api-key": partner.apiKey, "app-id": partner.appId },
    { "app-id": partner.appId },
    { "api-key": partner.appId },
    { "api-key": restrictedKey },
    { "api-key": revokedKey },
    { "x-api-key": partner.apiKey },
    { "api-key": newSecret("live") },
    { "api-key": `${partner.apiKey} ` },
    { authorization: `Bearer ${partner.apiKey}` },
  ]);
}

/** Mostly unchanged, sometimes with one character changed. */
function broken(text: string, random: Random): string {
  if (random.percent(50)) return encodeURIComponent(text);
  const at = random.int(0, text.length);
  return encodeURIComponent(text.slice(0, at) + random.pick(["A", "=", "\u0000", "é", ""]) + text.slice(at + 1));
}

function placesOf(ids: KnownIds): Record<string, string> {
  return {
    [ownPayment]: ids.pick("pay"),
    [ownMerchant]: ids.pick("mrch"),
    [ownSettlement]: ids.pick("crypto"),
    [ownOption]: ids.pick("opt"),
    [ownRefund]: ids.pick("rfd"),
    [ownRefundToken]: ids.pickToken(),
    [ownEvent]: ids.pick("evt"),
    [ownDeliveredEvent]: ids.pick("evt"),
    [ownEndpoint]: ids.pick("whe"),
    [ownSignature]: `0x${"1b".repeat(65)}`,
  };
}
