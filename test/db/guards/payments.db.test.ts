import { describe, expect, test } from "vitest";
import { guardedDatabase } from "#test/db/guards/guarded-database.ts";
import {
  at,
  attempt,
  cancelled,
  depositAddress,
  expired,
  failed,
  hash,
  later,
  open,
  option,
  otherAttempt,
  otherOption,
  type Step,
  settled,
  succeeded,
  taking,
} from "#test/db/guards/rows.ts";

const { query, run, refusal } = guardedDatabase();

describe("a payment", () => {
  const statuses = ["requires_action", "processing", "succeeded", "failed", "expired", "cancelled"];

  test.for(
    [succeeded, failed, expired, cancelled].flatMap((row) => statuses.map((to) => ({ row, from: row.status, to }))),
  )("that is $from does not become $to, unless it is", async ({ row, from, to }) => {
    const answer = await refusal(["payment", row], `UPDATE payment SET status = '${to}' WHERE id = 'pay_2'`);
    expect(answer).toBe(from === to ? "accepted" : `payment pay_2 is ${from} for good`);
  });

  test.for([
    [
      "processing",
      "buyer_account = 'eip155:1:0x1', token_asset = 'eip155:1/erc20:0x2', token_amount = 2, token_fee = 1",
    ],
    ["expired", "version = 1"],
    ["cancelled", `cancelled_at = '${at}', cancelled_reason = 'cancelled_by_user'`],
    ["failed", "version = 1"],
  ] as const)("that is open may become %s", async ([status, columns]) => {
    const update = `UPDATE payment SET status = '${status}', ${columns} WHERE id = 'pay_2'`;
    expect(await refusal(["payment", open], update)).toBe("accepted");
  });

  const kept = [
    ["id", "'pay_3'"],
    ["partner_id", "'prt_2'"],
    ["merchant_id", "'mrch_2'"],
    ["reference_id", "'x'"],
    ["unit", "'iso4217/EUR'"],
    ["value", "1"],
    ["fee_currency", "'EUR'"],
    ["fee_fixed", "0"],
    ["fee_ppm", "0"],
    ["fee_total", "fee_total + 1"],
    ["fiat_currency", "'EUR'"],
    ["fiat_value", "fiat_value + 1"],
    ["amount_rank", "amount_rank + 1"],
    ["success_url", "'https://a.example', error_url = 'https://a.example'"],
    ["error_url", "'https://b.example', success_url = 'https://b.example'"],
    ["created_at", "created_at - interval '1 ms'"],
    ["expires_at", "expires_at + interval '1 ms'"],
    ["description", "'x'"],
    ["line_items", `'[{"name": "x", "quantity": 1, "total": "1"}]'`],
  ] as const;

  test("has a row below for each column that no event sets", async () => {
    const set = ["status", "version", "updated_at", "failure_code", "cancelled_reason", "cancelled_at", "succeeded_at"];
    const later = ["refunded_at", "refunded_amount", "settled_at", "settlement_tx_hash", "tx_hash", "tx_nonce"];
    const byConfirm = ["buyer_account", "buyer_app_id", "token_asset", "token_amount", "token_fee"];
    const { rows } = await query<{ name: string }>(
      "SELECT column_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND table_name = 'payment'",
    );
    // These have a guard of their own.
    const byDeposits = ["deposit_until", "has_deposit_address"];
    const expected = [...set, ...later, ...byConfirm, ...byDeposits, ...kept.map(([column]) => column)];
    expect(rows.map(({ name }) => name).sort()).toEqual(expected.sort());
  });

  test.for(kept)("keeps the %s that it was created with", async ([column, value]) => {
    const update = `UPDATE payment SET ${column} = ${value} WHERE id = 'pay_2'`;
    expect(await refusal(["payment", open], update)).toBe("what payment pay_2 was created as can not change");
  });

  test.for([
    ["deposit_until = deposit_until + interval '1 ms'", taking, false],
    ["deposit_until = NULL", taking, false],
    ["has_deposit_address = true", taking, true],
    ["has_deposit_address = false", { ...taking, has_deposit_address: true }, false],
  ] as const)("keeps its deposit addresses and their time: %s", async ([change, row, isAccepted]) => {
    const answer = await refusal(["payment", row], `UPDATE payment SET ${change} WHERE id = 'pay_2'`);
    expect(answer).toBe(isAccepted ? "accepted" : "payment pay_2 keeps its deposit addresses and their time");
  });

  test.for([
    "payment_id = 'pay_0'",
    "chain_id = 2",
    "token = '0x7'",
    "number = 2",
    "factory = '0x7'",
    `terms_id = '${hash("cd")}'`,
    "recipient = '0x7'",
    "amount = amount + 1",
    "fee = 0",
    "fee_recipient = '0x7'",
    "submitter = '0x7'",
    "open_after = open_after + 1",
    "since_block = 2",
    `payable_until = '${at}'`,
    `created_at = '${later}'`,
  ])("keeps the terms of its deposit address: %s", async (change) => {
    const answer = await refusal(["deposit_address", depositAddress], `UPDATE deposit_address SET ${change}`);
    expect(answer).toBe("the terms of deposit address 0x9 can not change");
  });

  test("has the balances of its deposit address changed, and its state", async () => {
    const change = "UPDATE deposit_address SET seen = 7, received = 7, state = 'closed', journaled_at = now()";
    expect(await refusal(["deposit_address", depositAddress], change)).toBe("accepted");
  });

  test.for([
    ["tx_hash", `'${hash("dd")}'`],
    ["tx_hash", "NULL"],
    ["settlement_tx_hash", `'${hash("dd")}'`],
    ["settlement_tx_hash", "NULL"],
  ] as const)("keeps its transactions: %s = %s is refused", async ([column, value]) => {
    const update = `UPDATE payment SET ${column} = ${value} WHERE id = 'pay_2'`;
    expect(await refusal(["payment", settled], update)).toBe("the transactions of payment pay_2 can not change");
  });

  test.for([
    ["refund", `refunded_at = '${at}'`, { ...succeeded, refunded_at: later }],
    ["refund", "refunded_at = NULL", { ...succeeded, refunded_at: later }],
    ["refund", "refunded_amount = 59", { ...succeeded, refunded_amount: 60 }],
    ["refund", "refunded_amount = NULL", { ...succeeded, refunded_amount: 60 }],
    ["refund", "refunded_amount = 99", { ...succeeded, refunded_at: later, refunded_amount: 100 }],
    ["cancellation", `cancelled_at = '${at}'`, cancelled],
    ["cancellation", "cancelled_reason = 'cancelled_by_merchant'", cancelled],
  ] as const)("keeps its %s: %s is refused", async ([, change, row]) => {
    const answer = await refusal(["payment", row], `UPDATE payment SET ${change} WHERE id = 'pay_2'`);
    expect(answer).toBe("the cancellation or refund of payment pay_2 can not change");
  });

  describe("in a recovery", () => {
    const recovery = "SET LOCAL till.recovery = 'on'";
    const paid = `buyer_account = 'eip155:1:0x1', token_asset = 'eip155:1/erc20:0x2', token_amount = 100, token_fee = 1,
      succeeded_at = '${later}', tx_hash = '${hash("aa")}', failure_code = NULL, cancelled_at = NULL, cancelled_reason = NULL`;
    const succeed = `UPDATE payment SET status = 'succeeded', ${paid} WHERE id = 'pay_2'`;

    test.for([failed, expired, cancelled])("that is $status may become succeeded, and only there", async (row) => {
      await run(["payment", row]);
      await query("SAVEPOINT one");
      expect(await refusal(succeed)).toBe(`payment pay_2 is ${row.status} for good`);
      await query("ROLLBACK TO SAVEPOINT one");
      expect(await refusal(recovery, succeed)).toBe("accepted");
    });

    test.for([
      ["succeeded", succeeded, "failed"],
      ["failed", failed, "expired"],
      ["cancelled", cancelled, "processing"],
    ] as const)("that is %s becomes nothing but succeeded", async ([from, row, to]) => {
      const update = `UPDATE payment SET status = '${to}' WHERE id = 'pay_2'`;
      expect(await refusal(["payment", row], recovery, update)).toBe(`payment pay_2 is ${from} for good`);
    });
  });

  test("that has succeeded may be settled and marked as refunded", async () => {
    const settle = `UPDATE payment SET settled_at = '${later}', settlement_tx_hash = '${hash("bb")}' WHERE id = 'pay_2'`;
    const refund = `UPDATE payment SET refunded_at = '${later}' WHERE id = 'pay_2'`;
    expect(await refusal(["payment", succeeded], settle, refund)).toBe("accepted");
  });

  test("is never deleted", async () => {
    expect(await refusal("DELETE FROM payment WHERE id = 'pay_1'")).toBe("payment pay_1 can not be deleted");
  });
});

describe("of attempts of one payment", () => {
  const options: Step[] = [
    ["payment_option", option],
    ["payment_option", otherOption],
  ];

  test.for(["received", "submitted", "mined", "final", "reorged"])(
    "one that is %s prevents a second",
    async (state) => {
      const first: Step = ["payment_attempt", { ...attempt, state }];
      expect(await refusal(...options, first, ["payment_attempt", otherAttempt])).toBe("payment_attempt_one_live");
    },
  );

  test("a rejected one allows another, and can't become active again next to it", async () => {
    const rejected: Step = ["payment_attempt", { ...attempt, state: "rejected" }];
    expect(await refusal(...options, rejected, ["payment_attempt", otherAttempt])).toBe("accepted");
    const revive = "UPDATE payment_attempt SET state = 'received' WHERE id = 'att_1'";
    expect(await refusal(revive)).toBe("payment_attempt_one_live");
  });

  test("each has its own option, rejected or not", async () => {
    const rejected: Step = ["payment_attempt", { ...attempt, state: "rejected" }];
    const again: Step = ["payment_attempt", { ...attempt, id: "att_2" }];
    expect(await refusal(...options, rejected, again)).toBe("payment_attempt_option_id_key");
  });
});

test("an attempt waits only before its collection is sent", async () => {
  const waiting: Step = ["payment_attempt", { ...attempt, awaits: true }];
  const sent = "UPDATE payment_attempt SET state = 'submitted' WHERE id = 'att_1'";
  expect(await refusal(["payment_option", option], waiting, sent)).toBe("payment_attempt_awaits_received");
});
