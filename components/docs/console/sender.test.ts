import { expect, test } from "vitest";
import { idsFor, withOwnIds } from "#components/docs/console/sender.ts";
import type { ConsoleDoc } from "#lib/api/schemas/reference.ts";
import type { ConsoleSession } from "#lib/dashboard/rpc/contract.ts";

const example = "01KAGBZ8QH4T7V2N9M5X3C6D1E";
const doc: ConsoleDoc = {
  id: "createRefund",
  method: "POST",
  path: "/v1/things/{id}",
  version: "2026-02-18",
  credentials: [],
  fields: [
    { place: "path", name: "id", description: "", isRequired: true, value: `mrch_${example}` },
    { place: "query", name: "ids", description: "", isRequired: false, value: `evt_${example},evt_${example}` },
    { place: "query", name: "search", description: "", isRequired: false, value: "pay_later" },
  ],
  bodies: [{ name: "One", text: JSON.stringify({ paymentId: `pay_${example}`, optionId: `opt_${example}` }) }],
  asksFirst: false,
};
const ids = {
  paymentId: "pay_01KAGC0D5B8F1G4H7J0K3M6N9P",
  merchantId: "mrch_01KAGC0D5B8F1G4H7J0K3M6N9P",
  settlementId: null,
  refundId: null,
  eventId: null,
  endpointId: null,
} as const;

test("the examples' ids are the reader's own where there are any, and nothing else changes", () => {
  const { fields, bodies, ...rest } = withOwnIds(doc, ids);
  expect(fields.map(({ value }) => value)).toEqual([ids.merchantId, `evt_${example},evt_${example}`, "pay_later"]);
  expect(JSON.parse(bodies?.[0]?.text ?? "")).toEqual({ paymentId: ids.paymentId, optionId: `opt_${example}` });
  expect(rest).toEqual({ ...doc, fields: undefined, bodies: undefined });
  expect(withOwnIds(doc, null)).toEqual(doc);
});

test("ids are of the mode in which the request is sent", () => {
  const session = { ids: { live: ids, test: null } } as unknown as ConsoleSession;
  expect(idsFor(session, "live", "")).toBe(ids);
  expect(idsFor(session, "test", "")).toBeNull();
  expect(idsFor(session, "key", "till_test_1")).toBeNull();
  expect(idsFor(session, "key", "till_live_1")).toBe(ids);
  expect(idsFor(null, "key", "")).toBeNull();
});
