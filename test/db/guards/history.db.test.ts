import { describe, expect, test } from "vitest";
import { guardedDatabase } from "#test/db/guards/guarded-database.ts";
import {
  bulkPayout,
  collected,
  depositAddress,
  depositException,
  depositTransfer,
  event,
  later,
  logo,
  merchant,
  mined,
  movement,
  option,
  payout,
  posting,
  publicEvent,
  queued,
  relaySubmission,
  requested,
  reserved,
  type Step,
  submission,
  topUp,
  transfer,
  unknown,
  wallet,
} from "#test/db/guards/rows.ts";

const { refusal } = guardedDatabase();

describe("history", () => {
  test.for([
    ["payment_event", "UPDATE payment_event SET type = 'cancelled'", event],
    ["payment_event", "UPDATE payment_event SET data = data", event],
    ["payment_event", "DELETE FROM payment_event", event],
    ["event", "UPDATE event SET data = data", publicEvent],
    ["chain_transfer", "UPDATE chain_transfer SET amount = amount + 1", transfer],
    ["chain_transfer", "DELETE FROM chain_transfer", transfer],
    ["ledger_entry", "UPDATE ledger_entry SET amount = amount + 1", collected],
    ["ledger_entry", "DELETE FROM ledger_entry", collected],
    ["wallet_entry", "UPDATE wallet_entry SET amount = amount + 1", topUp],
    ["wallet_entry", "DELETE FROM wallet_entry", topUp],
    ["movement", "UPDATE operator_audit_entry SET reason = reason", movement],
    ["movement", "DELETE FROM operator_audit_entry", movement],
    ["refund_posting", "UPDATE refund_posting SET value = 0", posting],
    ["refund_posting", "DELETE FROM refund_posting", posting],
    ["logo", "UPDATE logo SET media_type = 'image/webp'", logo],
    ["buyer_data_submission", "UPDATE buyer_data_submission SET expires_at = now()", submission],
    ["payment_option", "UPDATE payment_option SET amount = amount + 1", option],
    ["payment_option", `UPDATE payment_option SET expires_at = '${later}'`, option],
    ["deposit_address", "UPDATE deposit_transfer SET amount = amount + 1", depositAddress],
    ["deposit_address", "DELETE FROM deposit_transfer", depositAddress],
  ] as const)("of %s is not rewritten: %s", async ([table, statement, row]) => {
    const [, changed] = /^(?:UPDATE|DELETE FROM) (\w+)/.exec(statement) ?? [];
    const more: Step[] = changed === "deposit_transfer" ? [["deposit_transfer", depositTransfer]] : [];
    expect(await refusal([table, row], ...more, statement)).toBe(`${changed} is append-only`);
  });

  test.for<[string, Step[]]>([
    ["relay_transaction", [["relay_transaction", queued]]],
    ["relay_transaction", [["relay_transaction", { ...mined, state: "final" }]]],
    [
      "relay_submission",
      [
        ["relay_transaction", reserved],
        ["relay_submission", relaySubmission],
      ],
    ],
    ["payout", [["payout", payout]]],
    ["deposit_address", [["deposit_address", depositAddress]]],
    [
      "deposit_exception",
      [
        ["deposit_address", depositAddress],
        ["deposit_exception", depositException],
      ],
    ],
    ["bulk_payout", [["bulk_payout", bulkPayout]]],
    ["movement", [["movement", movement]]],
    ["refund", requested],
    [
      "unknown_transaction",
      [
        ["relayer_wallet", wallet],
        ["unknown_transaction", unknown],
      ],
    ],
  ])("of %s is not deleted", async ([table, rows]) => {
    expect(await refusal(...rows, `DELETE FROM ${table}`)).toBe(`nothing is deleted from ${table}`);
  });

  test.for([
    "payment_event",
    "chain_transfer",
    "relay_submission",
    "ledger_entry",
    "wallet_entry",
    "unknown_transaction",
    "bulk_payout",
    "deposit_transfer",
    "operator_audit_entry",
  ])("of %s is not truncated", async (table) => {
    expect(await refusal(`TRUNCATE ${table}`)).toBe(`nothing is deleted from ${table}`);
  });

  test.for([
    "partner",
    "payment",
    "payout",
    "deposit_address",
    "deposit_exception",
    "refund",
    "relay_transaction",
    "wallet_transfer",
    "movement",
  ])("is not truncated with the %s that it belongs to", async (table) => {
    expect(await refusal(`TRUNCATE ${table} CASCADE`)).toMatch(/^nothing is deleted from /);
  });

  test.for([
    "UPDATE audit_entry SET actor_name = 'another'",
    "UPDATE audit_entry SET action = action",
    "DELETE FROM audit_entry",
    "TRUNCATE audit_entry",
  ])("of changes is append-only: %s", async (statement) => {
    expect(await refusal(["merchant", merchant], statement)).toBe("the audit log is only added to");
  });

  test("has one event for each version of a payment", async () => {
    expect(await refusal(["payment_event", event], ["payment_event", { ...event, version: 2 }])).toBe("accepted");
    expect(await refusal(["payment_event", { ...event, type: "cancelled" }])).toBe("payment_event_pkey");
  });
});
