import type { Route } from "#lib/api/define-route.ts";
import { examplesOf } from "#lib/api/openapi/examples-of.ts";
import { parametersOf } from "#lib/api/openapi/parameters.ts";
import type { Audience } from "#lib/api/operation.ts";
import { allRoutes } from "#lib/api/routes/all-routes.ts";
import type { ConsoleDoc, ConsoleField } from "#lib/api/schemas/reference.ts";
import type { ServiceVersion } from "#lib/core/service-versions.ts";
import type { PaymentStatus } from "#lib/domain/payments/payment.ts";

const apiKey = { name: "Api-Key", isSecret: true, isOptional: false };
const merchantId = { name: "Merchant-Id", isSecret: false, isOptional: false };
const credentials: Record<Audience, ConsoleDoc["credentials"]> = {
  partner: [apiKey],
  merchant: [apiKey, merchantId],
  "partner-or-merchant": [apiKey, { ...merchantId, isOptional: true }],
  gateway: [
    { name: "App-Id", isSecret: false, isOptional: true },
    { ...apiKey, isOptional: true },
  ],
};

/** Calls of test mode move none. */
const movesMoney = /^\/v1\/(?!test\/)(?:.*\/)?(?:settlements|refunds|cancel|confirm|rotate-secret|replay)(?:\/|$)/;

/** Returns what the console of an operation needs in a version; null for an unknown operation. */
export function consoleDoc(operationId: string, version: ServiceVersion): ConsoleDoc | null {
  const found = allRoutes.find(({ operation }) => operation.operationId === operationId);
  return found === undefined ? null : describeConsole(found.operation, version);
}

/** The operations for payments of one status only, of which a console suggests one. */
const paymentStatuses: Readonly<Record<string, PaymentStatus>> = {
  createRefund: "succeeded",
  cancelPayment: "requires_action",
  cancelGatewayPayment: "requires_action",
  getPaymentOptions: "requires_action",
  fetchPaymentActions: "requires_action",
  confirmPayment: "requires_action",
  advanceTestPayment: "requires_action",
};

/** Returns what the signed-in reader needs for an operation; null for an unknown operation. */
export function consoleNeeds(operationId: string) {
  const found = allRoutes.find(({ operation }) => operation.operationId === operationId);
  if (found === undefined) return null;
  return { permission: found.operation.permission, paymentStatus: paymentStatuses[operationId] ?? null };
}

function describeConsole(operation: Route["operation"], version: ServiceVersion): ConsoleDoc {
  const { operationId: id, method, path, audience } = operation;
  const examples = examplesOf(operation, version);
  const bodies = examples.flatMap(({ name, body }) =>
    body === undefined ? [] : [{ name, text: JSON.stringify(body, null, 2) }],
  );
  return {
    id,
    method,
    path,
    version,
    credentials: credentials[audience],
    fields: fieldsOf(operation, version, examples[0]),
    bodies: method === "GET" || method === "DELETE" || bodies.length === 0 ? null : bodies,
    asksFirst: method === "DELETE" || (method !== "GET" && movesMoney.test(path)),
  };
}

function fieldsOf(
  operation: Route["operation"],
  version: ServiceVersion,
  example: ReturnType<typeof examplesOf>[number] | undefined,
): ConsoleField[] {
  const given: Record<string, string | readonly string[] | undefined> = { ...example?.query, ...example?.params };
  return parametersOf(operation, version, {})
    .filter(({ in: place, name, deprecated }) => (place !== "header" || name === "Idempotency-Key") && !deprecated)
    .map(({ in: place, name, description = "", required: isRequired }) => {
      return { place, name, description, isRequired, value: [given[name] ?? []].flat().join(",") };
    });
}
