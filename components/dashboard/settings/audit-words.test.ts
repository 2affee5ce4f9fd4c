import { expect, test } from "vitest";
import { type AuditEntry, actionWords, actorWords, changesOf } from "#components/dashboard/settings/audit-words.ts";

const entry = (fields: Partial<AuditEntry>): AuditEntry => ({
  id: "1",
  at: "2026-11-21T12:00:00.000Z",
  actorKind: "user",
  actorId: "usr_1",
  actorName: "ada@till.example",
  action: "merchant.updated",
  subjectType: "merchant",
  subjectId: "mrch_1",
  subjectName: "Café",
  before: null,
  after: null,
  ...fields,
});

test.for<[Partial<AuditEntry>, string]>([
  [{}, "changed the merchant Café"],
  [{ action: "merchant.deleted", subjectName: null, before: { name: "Old" } }, "deleted the merchant Old"],
  [{ action: "api_key.revoked", subjectType: "api_key", subjectName: "Server" }, "revoked the API key Server"],
  [{ action: "partner.updated", subjectType: "partner", subjectName: null }, "changed the company"],
  [{ action: "invitation.created", subjectType: "invitation", subjectName: "b@c.example" }, "invited b@c.example"],
  [
    { action: "crypto_settlement.created", subjectType: "crypto_settlement", subjectId: "crypto_1", subjectName: null },
    "created a settlement destination crypto_1",
  ],
  [
    { action: "buyer_data_policy.deleted", subjectType: "buyer_data_policy", subjectName: null },
    "turned off buyer details",
  ],
  [
    { action: "payment.refunded", subjectType: "payment", subjectId: "pay_1", subjectName: null },
    "marked the payment pay_1 as refunded",
  ],
  [
    { action: "payment.settlement_ordered", subjectType: "payment", subjectId: "pay_1", subjectName: null },
    "requested the payout of payment pay_1",
  ],
  [
    { action: "payment.settled", subjectType: "payment", subjectId: "pay_1", subjectName: null },
    "recorded the payout of payment pay_1",
  ],
  [
    { action: "payment.deposit_forwarded", subjectType: "payment", subjectId: "pay_1", subjectName: null },
    "forwarded a transfer for the payment pay_1 to the merchant",
  ],
  [{ action: "passkey.created", subjectType: "passkey", subjectName: "$& of $$" }, "added the passkey $& of $$"],
])("%j reads: %s", ([fields, words]) => {
  expect(actionWords(entry(fields))).toBe(words);
});

test("actors are named by their kind", () => {
  expect(actorWords(entry({}))).toBe("ada@till.example");
  expect(actorWords(entry({ actorKind: "api_key", actorName: "Server" }))).toBe("API key Server");
  expect(actorWords(entry({ actorKind: "operator", actorName: "npm run partner" }))).toBe("Operator (npm run partner)");
  expect(actorWords(entry({ actorKind: null, actorName: null }))).toBe("Till");
});

test("changes list each field, with fingerprints in place of secrets", () => {
  const before = { name: "One", permissions: ["gateway"], secret_hash: "secret:0123456789ab", revoked_at: null };
  const after = { name: "Two", permissions: ["gateway"], secret_hash: "secret:ba9876543210", revoked_at: "2026" };
  expect(changesOf(entry({ before, after }))).toEqual([
    { field: "name", name: "name", before: "One", after: "Two" },
    {
      field: "secret_hash",
      name: "secret",
      before: "hidden (fingerprint 0123456789ab)",
      after: "hidden (fingerprint ba9876543210)",
    },
    { field: "revoked_at", name: "revoked", before: null, after: "2026" },
  ]);
});
