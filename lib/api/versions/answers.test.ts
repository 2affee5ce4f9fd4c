import { describe, expect, test } from "vitest";
import { examplesOf } from "#lib/api/openapi/examples-of.ts";
import { allRoutes } from "#lib/api/routes/all-routes.ts";
import { answerIn, answerSchemaOf } from "#lib/api/versions/answers.ts";
import { serviceVersions } from "#lib/core/service-versions.ts";

const newest = "2026-02-19.preview";
const checkout = { successUrl: "https://shop.example/thanks", errorUrl: "https://shop.example/sorry" };
/** Responses in the newest version, as presenters build them before they are rewritten for older ones. */
const examples = allRoutes.flatMap(({ operation }) =>
  examplesOf(operation, newest).map(({ name, response }) => ({ name, operation, response })),
);

describe.each(serviceVersions)("in %s", (version) => {
  test.each(examples)(
    "the response of $operation.operationId matches its schema, without unknown fields: $name",
    (one) => {
      const answer = answerIn(version, one.operation.operationId, one.response);
      expect(answerSchemaOf(one.operation, version).parse(answer)).toEqual(answer);
    },
  );
});

test("a response in the newest version is the presenter's, unchanged", () => {
  for (const { operation, response } of examples) {
    expect(answerIn(newest, operation.operationId, response)).toBe(response);
  }
});

test("the gateway includes the checkout in the preview only", () => {
  const info = { status: "requires_action", checkout };
  expect(answerIn(newest, "getGatewayPayment", info)).toEqual(info);
  expect(answerIn("2026-02-18", "getGatewayPayment", info)).toEqual({ status: "requires_action" });
  expect(answerIn("2026-02-18", "getPaymentOptions", { options: [], info })).toEqual({
    options: [],
    info: { status: "requires_action" },
  });
  expect(answerIn("2026-02-18", "getPaymentOptions", { options: null })).toEqual({ options: null });
});
