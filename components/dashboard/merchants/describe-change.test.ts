import { expect, test } from "vitest";
import { type Change, describeChange } from "#components/dashboard/merchants/describe-change.ts";

const entry: Change = {
  id: "1",
  at: "2026-11-21T10:00:00.000Z",
  actorKind: "user",
  actorName: "a@till.example",
  subjectId: "mrch_1",
  action: "merchant.updated",
  asset: null,
  before: null,
  after: null,
};
const told = (change: Partial<Change>) => describeChange({ ...entry, ...change }, () => "USDC on Base");

test("a changed destination shows both addresses", () => {
  const change = { before: { destination: "eip155:8453:0xA" }, after: { destination: "eip155:8453:0xB" } };
  expect(told({ ...change, action: "crypto_settlement.updated", asset: "eip155:8453/erc20:0x1" })).toEqual({
    title: "Settlement destination for USDC on Base changed",
    fields: [{ label: "Address", before: "0xA", after: "0xB" }],
  });
});

test("additions and removals show their values, without ids and internal fields", () => {
  const row = { id: "fiat_1", merchant_id: "mrch_1", currency: "EUR", bank_type: "iban", account_ending: "3000" };
  expect(told({ action: "fiat_settlement.created", after: row })).toEqual({
    title: "Bank account added",
    fields: [
      { label: "Currency", before: null, after: "EUR" },
      { label: "Account type", before: null, after: "IBAN" },
      { label: "Account ends in", before: null, after: "3000" },
    ],
  });
  expect(told({ action: "fiat_settlement.deleted", before: row }).title).toBe("Bank account removed");
});

test("a merchant is created, changed, suspended, reactivated", () => {
  const title = (action: string, after: Change["after"], before: Change["before"] = {}) =>
    told({ action, before, after }).title;
  expect(title("merchant.created", { status: "active", name: "A" }, null)).toBe("Merchant created");
  expect(title("merchant.updated", { name: "B" }, { name: "A" })).toBe("Merchant changed");
  expect(title("merchant.updated", { status: "suspended" })).toBe("Merchant suspended");
  expect(title("merchant.updated", { status: "active" })).toBe("Merchant reactivated");
});
