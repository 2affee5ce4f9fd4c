import { describe, expect, test } from "vitest";
import { guardedDatabase } from "#test/db/guards/guarded-database.ts";
import {
  correction,
  failedMovement,
  feeSent,
  finalMovement,
  forwarded,
  hash,
  held,
  keptTransfer,
  mined,
  movement,
  ownerTransfer,
  payout,
  refundCollected,
  refundSent,
  requested,
  returning,
  type Step,
  toFinal,
  transfer,
  unknown,
  wallet,
  walletTransfer,
} from "#test/db/guards/rows.ts";

const { query, run, refusal } = guardedDatabase();

describe("the books", () => {
  const entries = async () =>
    (await query("SELECT kind, asset, amount, debit, credit, payment_id FROM ledger_entry ORDER BY id")).rows;
  const asset = "eip155:1/erc20:0x2";

  const ofPayment = { asset, payment_id: "pay_1" };
  const routerBalances = async () =>
    (
      await query(`SELECT account, sum(amount)::int AS balance FROM (
        SELECT debit AS account, amount FROM ledger_entry UNION ALL SELECT credit, -amount FROM ledger_entry) AS side
        WHERE account LIKE 'router:%' GROUP BY account`)
    ).rows;

  test.for([
    [
      "to the merchant",
      forwarded,
      { ...ofPayment, kind: "settled", amount: "99", debit: "merchant:mrch_1", credit: "router:1:0x7" },
    ],
    [
      "to the treasury",
      held,
      { ...ofPayment, kind: "held", amount: "99", debit: "treasury:1:0x3", credit: "router:1:0x7" },
    ],
  ] as const)(
    "have an entry for each transfer of a collection that is forwarded %s, and nothing is left in the router",
    async ([, net, entry]) => {
      for (const row of [transfer, net, feeSent]) await run(["chain_transfer", row]);
      expect(await entries()).toEqual([
        { ...ofPayment, kind: "collected", amount: "100", debit: "router:1:0x7", credit: "buyers" },
        entry,
        { ...ofPayment, kind: "fee_sent", amount: "1", debit: "treasury:1:0x5", credit: "router:1:0x7" },
      ]);
      expect(await routerBalances()).toEqual([{ account: "router:1:0x7", balance: 0 }]);
    },
  );

  test("credit the treasury for a payout of held money, which has a transaction of its own", async () => {
    const paid = { ...forwarded, tx_hash: hash("bb"), sender: "0x3" };
    for (const row of [transfer, held, feeSent, paid]) await run(["chain_transfer", row]);
    expect((await entries()).slice(3)).toEqual([
      { ...ofPayment, kind: "settled", amount: "99", debit: "merchant:mrch_1", credit: "treasury:1:0x3" },
    ]);
    expect(await routerBalances()).toEqual([{ account: "router:1:0x7", balance: 0 }]);
  });

  test("have three entries for a refund that the merchant's wallet has paid, which leave its accounts as they were", async () => {
    for (const step of requested) await run(step);
    for (const row of [refundCollected, refundSent]) await run(["chain_transfer", row]);
    const common = { asset, amount: "60", payment_id: "pay_2" };
    expect(await entries()).toEqual([
      { ...common, kind: "refund_owed", debit: "merchant:mrch_1", credit: "buyers" },
      { ...common, kind: "refund_collected", debit: "router:1:0x7", credit: "merchant:mrch_1" },
      { ...common, kind: "refunded", debit: "buyers", credit: "router:1:0x7" },
    ]);
    expect(await routerBalances()).toEqual([{ account: "router:1:0x7", balance: 0 }]);
  });

  test.for([held, feeSent])("refuse a $kind transfer outside its collection's transaction", async (row) => {
    const message = `a ${row.kind} transfer of pay_1 is in another transaction than its collection`;
    await query("SAVEPOINT one");
    expect(await refusal(["chain_transfer", row])).toBe(message);
    await query("ROLLBACK TO SAVEPOINT one");
    expect(await refusal(["chain_transfer", transfer], ["chain_transfer", { ...row, tx_hash: hash("bb") }])).toBe(
      message,
    );
  });

  test("record what a payout owes, and its fee, if any", async () => {
    await run(["payout", payout]);
    const owes = { asset, debit: "buyers", payment_id: "pay_1" };
    expect(await entries()).toEqual([
      { ...owes, kind: "owed", amount: "99", credit: "merchant:mrch_1" },
      { ...owes, kind: "fee", amount: "1", credit: "fees:prt_1" },
    ]);
    await query("UPDATE payout SET state = 'submitted'");
    expect(await entries()).toHaveLength(2);
  });

  test("record the cost of a relay transaction, once it is known", async () => {
    await run(["relay_transaction", mined]);
    await query("UPDATE relay_transaction SET state = 'final', gas_cost = 21000");
    await query("UPDATE relay_transaction SET updated_at = now()");
    expect(await entries()).toEqual([
      {
        kind: "gas",
        asset: "eip155:1/native",
        amount: "21000",
        debit: "gas",
        credit: "treasury:1:0x3",
        payment_id: null,
      },
    ]);
  });
});

describe("a transfer that no payment explains", () => {
  test.for([
    ["open", "accepted"],
    ["kept", "wallet transfer 1 can not go from pending to kept"],
  ] as const)("that is pending may become open, and nothing else: %s", async ([state, answer]) => {
    const change = `UPDATE wallet_transfer SET state = '${state}', ${state === "kept" ? "note = 'n', resolved_by = 'p'" : "note = NULL"}`;
    expect(await refusal(["wallet_transfer", walletTransfer], change)).toBe(answer);
  });

  test("never changes", async () => {
    const change = "UPDATE wallet_transfer SET amount = 6, state = 'open'";
    expect(await refusal(["wallet_transfer", walletTransfer], change)).toBe("wallet transfer 1 can not change");
  });

  test.for([
    ["state = 'open', note = NULL, resolved_by = NULL", "the finding about wallet transfer 1 can not change"],
    ["state = 'loss'", "wallet transfer 1 can not go from kept to loss"],
  ] as const)("keeps its finding: %s", async ([change, answer]) => {
    expect(await refusal(["wallet_transfer", keptTransfer], `UPDATE wallet_transfer SET ${change}`)).toBe(answer);
  });

  test("is deleted only while it is pending", async () => {
    expect(await refusal(["wallet_transfer", walletTransfer], "DELETE FROM wallet_transfer")).toBe("accepted");
    expect(await refusal(["wallet_transfer", keptTransfer], "DELETE FROM wallet_transfer")).toBe(
      "wallet transfer 1 can not be deleted",
    );
  });
});

describe("a transfer of a treasury's owner", () => {
  const other = `log 0 of ${ownerTransfer.tx_hash} is recorded as something else`;

  test.for<[string, Step]>([
    ["a payment", ["chain_transfer", { ...transfer, tx_hash: ownerTransfer.tx_hash, log_index: 0 }]],
    ["a person's finding", ["wallet_transfer", { ...keptTransfer, tx_hash: ownerTransfer.tx_hash, log_index: 0 }]],
  ])("is refused when its log is that of %s", async ([, given]) => {
    expect(await refusal(given, ["owner_transfer", ownerTransfer])).toBe(other);
  });

  test("adds up to its payouts", async () => {
    expect(await refusal(["owner_transfer", ownerTransfer], "SET CONSTRAINTS ALL IMMEDIATE")).toBe(
      `the payouts of log 0 of ${ownerTransfer.tx_hash} do not add up to it`,
    );
  });

  test("alone has parts", async () => {
    expect(await refusal(["chain_transfer", { ...transfer, part: 1 }])).toMatch(/ has no parts$/);
  });
});

describe("a movement", () => {
  test.for([
    ["another amount", "amount = 6"],
    ["another destination", "destination = '0x8'"],
    ["another reason", "reason = 'none'"],
  ] as const)("never gets %s", async ([, change]) => {
    expect(await refusal(["movement", movement], `UPDATE movement SET ${change}`)).toBe(
      "movement mov_1 can not change",
    );
  });

  test.for([
    ["final", finalMovement],
    ["failed", failedMovement],
  ] as const)("that is %s stays it", async ([, row]) => {
    const again =
      "UPDATE movement SET state = 'sent', tx_hash = NULL, block_number = NULL, moved = NULL, failure = NULL";
    expect(await refusal(["movement", row], `${again}, ended_at = NULL`)).toBe("movement mov_1 has ended");
  });

  test("is booked when it is final, to the operator of its chain", async () => {
    expect(await refusal(["movement", movement], toFinal)).toBe("accepted");
    const entries = "SELECT kind, asset, amount, debit, credit, movement_id, tx_hash, block_number FROM wallet_entry";
    expect((await query(entries)).rows).toEqual([
      {
        kind: "movement",
        asset: "eip155:1/erc20:0x2",
        amount: "5",
        debit: "operator:1",
        credit: "treasury:1:0x3",
        movement_id: "mov_1",
        tx_hash: "0x1",
        block_number: "2",
      },
    ]);
  });

  test("that returns a transfer takes it out of the tokens that wait for a person", async () => {
    const openTransfer: Step[] = [
      ["wallet_transfer", walletTransfer],
      "UPDATE wallet_transfer SET state = 'open'",
      ["movement", returning],
    ];
    expect(await refusal(...openTransfer, toFinal)).toBe("accepted");
    const { rows } = await query("SELECT kind, debit, credit FROM wallet_entry ORDER BY id");
    expect(rows).toEqual([
      { kind: "received", debit: "treasury:1:0x3", credit: "suspense:received" },
      { kind: "movement", debit: "suspense:received", credit: "treasury:1:0x3" },
    ]);
    expect((await query("SELECT state, note, resolved_by FROM wallet_transfer")).rows).toEqual([
      { state: "returned", note: "cold storage", resolved_by: "test" },
    ]);
  });

  const found = "note = 'n', resolved_by = 'p'";
  test.for<[string, string, Step[]]>([
    ["kept", "while it is being sent back", [["movement", returning]]],
    ["returned", "before its movement is final", [["movement", returning]]],
    ["returned", "without a movement", []],
  ])("is the only one to resolve a transfer: not %s %s", async ([state, , steps]) => {
    const opened: Step[] = [["wallet_transfer", walletTransfer], "UPDATE wallet_transfer SET state = 'open'", ...steps];
    const answer = await refusal(...opened, `UPDATE wallet_transfer SET state = '${state}', ${found}`);
    expect(answer).toBe(`wallet transfer 1 is not ${state} by a movement`);
  });
});

describe("a decision about money of our wallets", () => {
  const decided: [string, string, Step[]][] = [
    [
      "a finding",
      "stray_transfer.kept test ours",
      [
        ["wallet_transfer", walletTransfer],
        "UPDATE wallet_transfer SET state = 'open'",
        "UPDATE wallet_transfer SET state = 'kept', note = 'ours', resolved_by = 'test'",
      ],
    ],
    ["a finding at once", "stray_transfer.kept test ours", [["wallet_transfer", keptTransfer]]],
    ["a movement", "movement.ordered test cold storage", [["movement", movement]]],
    ["a correction", "books.corrected test counted twice", [["wallet_entry", correction]]],
    [
      "an explanation of an unknown transaction",
      "unknown_transaction.explained test our own test",
      [
        ["relayer_wallet", wallet],
        ["unknown_transaction", unknown],
        "UPDATE unknown_transaction SET resolution = 'our own test', resolved_by = 'test'",
      ],
    ],
  ];
  test.for(decided)("has an entry in the operator's audit log: %s", async ([, said, steps]) => {
    expect(await refusal(...steps)).toBe("accepted");
    const { rows } = await query("SELECT concat_ws(' ', action, actor_name, reason) AS said FROM operator_audit_entry");
    expect(rows).toEqual([{ said }]);
  });

  test("names its author, or an unknown transaction stays unexplained", async () => {
    const steps: Step[] = [
      ["relayer_wallet", wallet],
      ["unknown_transaction", unknown],
    ];
    expect(await refusal(...steps, "UPDATE unknown_transaction SET resolution = 'ours'")).toContain(
      "unknown_transaction_resolved",
    );
  });
});
