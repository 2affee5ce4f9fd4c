import fc from "fast-check";
import type { Parameter } from "#lib/api/openapi/parameters.ts";
import type { JsonSchema } from "#lib/api/openapi/to-json-schema.ts";
import { type ServiceVersion, serviceVersions } from "#lib/core/service-versions.ts";
import { shownOperation } from "#test/api/document.ts";
import type { Operation } from "#test/api/operations.ts";
import { anyBrokenJson } from "#test/arbitrary/broken-json.ts";
import { anyValueOf, type Hints } from "#test/arbitrary/json-schema.ts";

/** A request before its ids are filled in; see {@link fillIn}. `body` is text, or null for no body. */
export type AnyRequest = { path: string; query: string; body: string | null; headers: Record<string, string> };

/** The placeholder for an id that only the test knows. */
export const [ownPayment, ownMerchant, ownSettlement, ownOption, ownSignature] = [
  ...["pay_OWN", "mrch_OWN", "crypto_OWN", "opt_OWN", "0xOWN"],
] as [string, string, string, string, string];
export const [ownRefund, ownRefundToken, ownEvent] = ["rfd_OWN", "token_OWN", "evt_OWN"];
export const [ownEndpoint, ownDeliveredEvent] = ["whe_OWN", "evt_DELIVERED"];

/** A request with its ids. */
export function fillIn(request: AnyRequest, ids: Readonly<Record<string, string>>): AnyRequest {
  const fill = (text: string) => Object.entries(ids).reduce((filled, [name, id]) => filled.replaceAll(name, id), text);
  const { path, query, body, headers } = request;
  return { path: fill(path), query: fill(query), body: body === null ? null : fill(body), headers };
}

/** Draws mostly from the first arbitrary and sometimes from the other. */
const mostly = <T>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<T>) => fc.oneof({ weight: 4, arbitrary: usual }, odd);

/**
 * Any request to an operation. Path, query, headers and body are each mostly valid, generated from the reference's schemas,
 * and otherwise broken in some way. Credentials aren't included.
 * @param hints fields of the body and the query that mean something beyond their schema.
 */
export function anyRequestTo(operation: Operation, hints: Hints): fc.Arbitrary<AnyRequest> {
  return fc.constantFrom(...serviceVersions).chain((version) => {
    const { requestBody, parameters } = shownOperation(version, operation);
    const schema = requestBody?.content["application/json"].schema;
    return fc.record({
      path: anyPath(operation),
      query: anyQuery(
        parameters.filter((one) => one.in === "query"),
        hints,
      ),
      body: operation.method === "GET" ? fc.constant(null) : anyBody(schema, hints),
      headers: anyHeaders(operation, version),
    });
  });
}

/** Returns a request that is always refused, because chance alone would not generate one in every run. */
export function brokenRequestTo({ path }: Operation): AnyRequest {
  const headers = { "service-version": "yesterday" };
  return { path: path.replaceAll(/\{\w+\}/g, "x"), query: "", body: null, headers };
}

const oddIds = [
  ...[
    "",
    ".",
    "..",
    "%00",
    "%zz",
    "%",
    "%c0%af",
    "a%2Fb",
    "%252F",
    "x",
    "__proto__",
    "constructor",
    "payments",
    "null",
  ],
  ...["pay_", "pay_01J00000000000000000000000", "mrch_01J00000000000000000000000", "crypto_01J00000000000000000000000"],
  ...[
    "pay_own",
    "pay_OWN%20",
    "pay_OWN%00",
    "%70ay_OWN",
    "é",
    "%F0%9F%92%B8",
    "a;b=c",
    "a:b",
    "*",
    ":id",
    "x".repeat(5_000),
  ],
  ...["https%3A%2F%2Ftill.example%2Fpay%2Fpay_OWN", "https%3A%2F%2Ftill.example%2F%3Fpid%3Dpay_OWN", "https%3A%2F%2F"],
  ...["https%253A%252F%252Ftill.example%252Fpay%252Fpay_OWN", "https%3A%2F%2Fevil.example%2Fpay%2Fpay_OWN"],
];

function anyPath({ path }: Operation): fc.Arbitrary<string> {
  const id = idIn(path);
  const anyId = (own: string) => mostly(fc.constant(own), fc.constantFrom(...oddIds));
  return fc
    .tuple(anyId(ownMerchant), anyId(id))
    .map(([merchant, other]) => path.replace("{merchantId}", () => merchant).replace(/\{(?:id|token)\}/, () => other))
    .map((filled) => filled.replace("{eventId}", ownDeliveredEvent));
}

function idIn(path: string): string {
  if (path.includes("/settlements/crypto/{id}")) return ownSettlement;
  if (path.includes("{token}")) return ownRefundToken;
  if (path.startsWith("/v1/events/")) return ownEvent;
  if (path.startsWith("/v1/webhook-endpoints/")) return ownEndpoint;
  return /^\/v1\/(?:test\/)?refunds\//.test(path) ? ownRefund : ownPayment;
}

const oddPairs: [string, string][] = [
  ...[
    "__proto__",
    "constructor",
    "unknown",
    "",
    "limit",
    "cursor",
    "status",
    "maxPollMs",
    "startTs",
    "referenceId",
    "sortBy",
  ],
].flatMap((key): [string, string][] =>
  [
    "",
    "x",
    "-1",
    "0",
    "1.5",
    "1e3",
    "99999999999999999999",
    "\u0000",
    "é",
    "%",
    "_",
    "\\",
    "x".repeat(2_000),
    "[]",
  ].map((value) => [key, value]),
);

function anyQuery(parameters: readonly Parameter[], hints: Hints): fc.Arbitrary<string> {
  // Only a response can supply a valid cursor; invalid ones are among the odd pairs.
  const given = parameters.filter(({ name }) => name !== "cursor");
  const fields = given.map(({ name, schema }) => [name, hints[name] ?? anyValueOf(schema, hints)]);
  const usual = fc
    .record(Object.fromEntries(fields), { requiredKeys: [], noNullPrototype: true })
    .chain((values) => fc.boolean().map((isJoined) => pairsOf(values, isJoined)));
  const odd = fc
    .tuple(usual, fc.array(fc.constantFrom(...oddPairs), { minLength: 1, maxLength: 2 }))
    .map((both) => both.flat());
  return mostly(usual, odd).map((pairs) => {
    const text = new URLSearchParams(
      pairs.map(([name, value]): [string, string] => [name, value.toWellFormed()]),
    ).toString();
    return text === "" ? "" : `?${text}`;
  });
}

function pairsOf(values: object, isJoined: boolean): [string, string][] {
  return Object.entries(values).flatMap(([name, value]: [string, unknown]): [string, string][] => {
    if (!Array.isArray(value)) return [[name, String(value)]];
    return isJoined ? [[name, value.join(",")]] : value.map((item) => [name, String(item)]);
  });
}

function anyBody(schema: JsonSchema | undefined, hints: Hints): fc.Arbitrary<string | null> {
  const usual = schema === undefined ? fc.constant({}) : anyValueOf(schema, hints);
  const text = usual.map((value) => JSON.stringify(value));
  return mostly(schema === undefined ? fc.constant(null) : text, anyBrokenJson(usual));
}

/** An idempotency key, occasionally one that was used before. */
const anyKey = mostly(fc.stringMatching(/^[!-~]{8,255}$/), fc.constantFrom("1", "2"));

function anyHeaders({ idempotency }: Operation, version: ServiceVersion): fc.Arbitrary<Record<string, string>> {
  const usual = fc.record(
    {
      "service-version": fc.constant(version as string),
      "idempotency-key": anyKey,
      "request-id": fc.stringMatching(/^[A-Za-z0-9._:+/=-]{1,128}$/),
    },
    { requiredKeys: idempotency === "required" ? ["idempotency-key"] : [], noNullPrototype: true },
  );
  const names = [
    ...["api-key", "app-id", "client-id", "merchant-id", "service-version", "wcp-version", "api-version", "request-id"],
    ...[
      "idempotency-key",
      "content-type",
      "content-encoding",
      "accept",
      "origin",
      "sdk-name",
      "x-forwarded-for",
      "cookie",
    ],
  ];
  const values = [
    ...["", "x", "a b", "a, b", "é", "\t", "null", "2026-02-19.preview", "2020-01-01", "0000-00-00", "x".repeat(4_000)],
    ...[
      "application/json",
      "application/json; charset=utf-16",
      "text/plain",
      "gzip",
      "*",
      "app_01J00000000000000000000000",
    ],
    ...["mrch_01J00000000000000000000000", "till_00000000000000000000000000000000000000000000", "{}", '"', "__proto__"],
  ];
  const odd = fc
    .tuple(usual, fc.constantFrom(...names), fc.constantFrom(...values))
    .map(([headers, name, value]) => ({ ...headers, [name]: value }));
  return mostly<Record<string, string>>(usual, odd).map((headers) =>
    Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined)),
  );
}
