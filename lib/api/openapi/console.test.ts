import { expect, test } from "vitest";
import { consoleDoc } from "#lib/api/openapi/console.ts";
import { allRoutes } from "#lib/api/routes/all-routes.ts";
import { serviceVersions } from "#lib/core/service-versions.ts";

const ids = allRoutes.map(({ operation }) => operation.operationId);

test.for(serviceVersions)("every operation has a console in %s, with a value for each part of its path", (version) => {
  for (const id of ids) {
    const doc = consoleDoc(id, version);
    const parts = [...(doc?.path ?? "").matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(doc?.fields.filter(({ place }) => place === "path").map(({ name }) => name)).toEqual(parts);
    for (const { text } of doc?.bodies ?? []) expect(JSON.parse(text)).toBeTypeOf("object");
  }
});

test("an unknown operation has none", () => {
  expect(consoleDoc("constructor", serviceVersions[0])).toBeNull();
});

test("the console asks before a request that deletes, cancels or moves money", () => {
  expect(ids.filter((id) => consoleDoc(id, serviceVersions[0])?.asksFirst).toSorted()).toEqual([
    "cancelGatewayPayment",
    "cancelPayment",
    "cancelRefund",
    "changeCryptoSettlement",
    "confirmPayment",
    "confirmRefund",
    "createRefund",
    "deleteCryptoSettlement",
    "deleteMerchant",
    "deleteWebhookEndpoint",
    "payOutHeldMoney",
    "registerCryptoSettlements",
    "replayWebhooks",
    "rotateWebhookSecret",
  ]);
});
