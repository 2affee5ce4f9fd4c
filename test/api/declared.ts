import type { JsonSchema } from "#lib/api/openapi/to-json-schema.ts";
import { type ServiceVersion, serviceVersions } from "#lib/core/service-versions.ts";
import { shownOperation } from "#test/api/document.ts";
import { type Operation, operations } from "#test/api/operations.ts";

/** A response that the OpenAPI document of a version declares. */
export type Declared = {
  version: ServiceVersion;
  operation: Operation;
  /** Status and, for errors, the code: `201`, `409 already_refunded`. */
  answer: string;
  /** For the test's title. */
  name: string;
};

/** Every response of every operation in both versions, as declared in the documents. */
export const declaredAnswers: readonly Declared[] = serviceVersions.flatMap((version) =>
  operations.flatMap((operation) =>
    answersOf(version, operation).map((answer) => {
      return { version, operation, answer, name: `${operation.operationId} ${answer} (${version})` };
    }),
  ),
);

function answersOf(version: ServiceVersion, operation: Operation): string[] {
  return Object.entries(shownOperation(version, operation).responses).flatMap(([status, { content }]) => {
    const narrowed = content["application/json"].schema.allOf?.[1] as JsonSchema | undefined;
    const codes = (narrowed?.properties?.code as JsonSchema | undefined)?.enum;
    return codes === undefined ? [status] : codes.map((code) => `${status} ${code}`);
  });
}

/** Responses that need a chain. */
const onChain: Record<string, readonly string[]> = {
  getPaymentOptions: ["200", "503 bad_gateway"],
  fetchPaymentActions: ["200"],
  // Produced by test/chain/refunds.test.ts, with the losses of chain and screening by the code that payments share.
  getRefundOptions: ["200", "422 params_validation", "502 bad_gateway", "503 bad_gateway"],
  fetchRefundActions: ["200"],
  confirmRefund: ["200", "400 quote_expired", "422 params_validation", "502 bad_gateway", "503 bad_gateway"],
  // Produced by test/chain/deposits.test.ts, with the losses of chain, rates and screening by the code that options share.
  listDepositAssets: ["200", "410 payment_expired", "502 bad_gateway", "503 bad_gateway"],
  giveDepositAddress: ["200", "410 payment_expired", "502 bad_gateway", "503 bad_gateway"],
  nameRefundAccount: ["200", "400 invalid_state", "502 bad_gateway", "503 bad_gateway"],
  confirmPayment: [
    "200",
    "400 invalid_state",
    "400 quote_expired",
    "410 payment_expired",
    "422 params_validation",
    "502 bad_gateway",
    "503 bad_gateway",
  ],
};

/** Responses while the rate source is unavailable. */
const withoutRates: Record<string, readonly string[]> = {
  createPayment: ["502 bad_gateway"],
  createPaymentAlias: ["502 bad_gateway"],
  getPaymentOptions: ["502 bad_gateway"],
  advanceTestPayment: ["502 bad_gateway"],
};

/** Responses of every operation to too many requests, and during a shutdown. */
const overloaded: readonly string[] = ["429 rate_limited", "503 internal_error"];

/**
 * The test that produces a declared response: `test/api/contract*.db.test.ts` or `test/chain/contract.test.ts`. The first
 * test must produce every response that no list assigns to another one.
 */
export function placeOf({ operation: { operationId }, answer }: Declared): "contract" | "overload" | "chain" | "rates" {
  if (overloaded.includes(answer)) return "overload";
  if (onChain[operationId]?.includes(answer)) return "chain";
  return withoutRates[operationId]?.includes(answer) ? "rates" : "contract";
}

/** The responses in the lists above, as `confirmPayment 502 bad_gateway`. */
export function elsewhere(): string[] {
  return [onChain, withoutRates].flatMap((list) =>
    Object.entries(list).flatMap(([operationId, answers]) => answers.map((answer) => `${operationId} ${answer}`)),
  );
}

/** The declared responses that a test file produces, for `test.for`. */
export function declaredIn(place: ReturnType<typeof placeOf>): Declared[] {
  return declaredAnswers.filter((declared) => placeOf(declared) === place);
}
