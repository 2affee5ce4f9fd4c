import { describe, expect, test } from "vitest";
import { examplesOf } from "#lib/api/openapi/examples-of.ts";
import { allRoutes } from "#lib/api/routes/all-routes.ts";
import { answerIn, answerSchemaOf } from "#lib/api/versions/answers.ts";
import { serviceVersions } from "#lib/core/service-versions.ts";

const newest = "2026-02-19.preview";
const checkout = { successUrl: "https://shop.example/thanks", errorUrl: "https://shop.example/sorry" };
/** Made by presenters, as everything is before it is rewritten. */
const examples = allRoutes.flatMap(({ operation }) =>
  examplesOf(operation, newest).map(({ name, response }) => ({ name, operation, response })),
);

describe.each(serviceVersions)("in %s", (version) => {
  test.each(examples)(
    "the answer of $operation.operationId fits its schema, with nothing unknown in it: $name",
    (one) => {
      const answer = answerIn(version, one.operation.operationId, one.response);
      expect(answerSchemaOf(one.operation, version).parse(answer)).toEqual(answer);
    },
  );
});

test("the newest answer is what the presenter made", () => {
  for (const { operation, response } of examples) {
    expect(answerIn(newest, operation.operationId, response)).toBe(response);
  }
});

test("the gateway tells of the checkout in the preview alone", () => {
  const info = { status: "requires_action", checkout };
  expect(answerIn(newest, "getGatewayPayment", info)).toEqual(info);
  expect(answerIn("2026-02-18", "getGatewayPayment", info)).toEqual({ status: "requires_action" });
  expect(answerIn("2026-02-18", "getPaymentOptions", { options: [], info })).toEqual({
    options: [],
    info: { status: "requires_action" },
  });
  expect(answerIn("2026-02-18", "getPaymentOptions", { options: null })).toEqual({ options: null });
});
