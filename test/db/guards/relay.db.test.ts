import { describe, expect, test } from "vitest";
import { guardedDatabase } from "#test/db/guards/guarded-database.ts";
import { mined, noop, queued, reserved, type Step, wallet } from "#test/db/guards/rows.ts";

const { query, refusal } = guardedDatabase();

describe("a relay transaction", () => {
  test.for([
    ["another nonce", "nonce = 8"],
    ["no nonce", "nonce = NULL, gas_limit = NULL, state = 'queued'"],
    ["another chain", "chain_id = 2"],
    ["another wallet", "wallet = '0x4'"],
    ["another kind", "kind = 'deployment'"],
    ["another attempt", "attempt_id = 'att_2'"],
    ["another payout", "kind = 'payout', attempt_id = NULL, payment_id = 'pay_1', payout_attempt = 1"],
    ["another target", "target = '0x5'"],
    ["another call", "calldata = '0x01'"],
    ["another value", "value = 1"],
    ["a sweep", "kind = 'sweep', attempt_id = NULL, deposit_exception_id = 'dex_1', sweep = 1"],
    ["a movement", "kind = 'movement', attempt_id = NULL, movement_id = 'mov_1'"],
  ] as const)("with a nonce never gets %s", async ([, change]) => {
    const update = `UPDATE relay_transaction SET ${change}`;
    const answer = await refusal(["relay_transaction", reserved], update);
    expect(answer).toBe("relay transaction 1 keeps its nonce and its call");
  });

  test("gets its nonce once, and then moves forward and back with its blocks", async () => {
    const answer = await refusal(
      ["relay_transaction", queued],
      "UPDATE relay_transaction SET state = 'reserved', nonce = 7, gas_limit = 1",
      "UPDATE relay_transaction SET state = 'mined', mined_hash = 'h', block_hash = 'b', block_number = 1",
      "UPDATE relay_transaction SET state = 'broadcast'",
    );
    expect(answer).toBe("accepted");
  });

  test.for([
    ["final", { ...mined, state: "final" }, "mined"],
    ["final", { ...mined, state: "final" }, "broadcast"],
    ["refused", { ...queued, state: "refused" }, "queued"],
    ["cancelled", { ...mined, state: "cancelled" }, "broadcast"],
    ["displaced", { ...reserved, state: "displaced" }, "final"],
  ] as const)("that is %s does not become anything else", async ([, row, to]) => {
    const answer = await refusal(["relay_transaction", row], `UPDATE relay_transaction SET state = '${to}'`);
    expect(answer).toBe("relay transaction 1 has ended");
  });

  test.for(["final", "cancelled"])("becomes %s only together with its gas cost, which then stays", async (state) => {
    const ended = `UPDATE relay_transaction SET state = '${state}', gas_cost = 7`;
    expect(await refusal(["relay_transaction", mined], ended)).toBe("accepted");
    expect(await refusal("UPDATE relay_transaction SET gas_cost = 8")).toBe("relay transaction 1 has ended");
    await query("ROLLBACK");
    await query("BEGIN");
    const answer = await refusal(["relay_transaction", mined], `UPDATE relay_transaction SET state = '${state}'`);
    expect(answer).toBe("relay transaction 1 ends without its gas cost");
  });

  test("that is displaced frees its purpose, but not its nonce, for another", async () => {
    const displaced = { ...reserved, state: "displaced" };
    const again = { ...queued, id: 2 };
    expect(await refusal(["relay_transaction", displaced], ["relay_transaction", again])).toBe("accepted");
    const answer = await refusal(
      "UPDATE relay_transaction SET state = 'reserved', nonce = 7, gas_limit = 1 WHERE id = 2",
    );
    expect(answer).toBe("relay_transaction_chain_id_wallet_nonce_key");
  });
});

describe("the columns that the indexes of relay transactions have", () => {
  const copies = async () =>
    (
      await query<{ is_open: boolean; displacement: string }>(
        "SELECT is_open, displacement FROM relay_transaction WHERE id = 1",
      )
    ).rows[0];

  test.for([
    ["queued", queued, true, "0"],
    ["mined", mined, true, "0"],
    ["refused", { ...queued, state: "refused" }, false, "0"],
    ["final", { ...mined, state: "final", gas_cost: 1 }, false, "0"],
    ["cancelled", { ...mined, state: "cancelled", gas_cost: 1 }, false, "0"],
    ["displaced", { ...reserved, state: "displaced" }, false, "1"],
  ] as const)("follow the state %s", async ([, row, isOpen, displacement]) => {
    await refusal(["relay_transaction", row]);
    expect(await copies()).toEqual({ is_open: isOpen, displacement });
  });

  test("change with no step before the end, so that each of these writes no index", async () => {
    await refusal(["relay_transaction", queued]);
    const written = async (update: string) => {
      const select =
        "SELECT n_tup_hot_upd::int AS count FROM pg_stat_xact_user_tables WHERE relname = 'relay_transaction'";
      const [before] = (await query<{ count: number }>(select)).rows;
      await query(`UPDATE relay_transaction SET ${update}`);
      const [after] = (await query<{ count: number }>(select)).rows;
      return after?.count === before?.count ? "indexes" : "no index";
    };
    expect(await written("state = 'reserved', nonce = 7, gas_limit = 1")).toBe("indexes");
    expect(await written("state = 'signed'")).toBe("no index");
    expect(await written("state = 'broadcast'")).toBe("no index");
    expect(await written("state = 'mined', mined_hash = 'h', block_hash = 'b', block_number = 1")).toBe("no index");
    expect(await written("state = 'final', gas_cost = 7")).toBe("indexes");
  });
});

describe("a relayer wallet's next nonce", () => {
  test("goes forward", async () => {
    expect(await refusal(["relayer_wallet", wallet], "UPDATE relayer_wallet SET next_nonce = 9")).toBe("accepted");
  });

  const quarantined = { ...wallet, quarantined_at: new Date(), unknown_from: 5 };

  test("never goes back outside of a quarantine", async () => {
    const answer = await refusal(["relayer_wallet", wallet], "UPDATE relayer_wallet SET next_nonce = 6");
    expect(answer).toBe("the nonce of relayer wallet 0x3 can not go back");
  });

  test("goes back in a quarantine, and never to one that a transaction has", async () => {
    const other = { ...mined, nonce: 5 };
    const steps: Step[] = [
      ["relayer_wallet", quarantined],
      ["relay_transaction", other],
    ];
    expect(await refusal(...steps, "UPDATE relayer_wallet SET next_nonce = 6")).toBe("accepted");
    const answer = await refusal("UPDATE relayer_wallet SET next_nonce = 5");
    expect(answer).toBe("the nonce of relayer wallet 0x3 can not go back");
  });
});

describe("the outflow of a wallet's day", () => {
  const day = { chain_id: 1, wallet: "0x3", asset: "eip155:1/native", day: "2026-11-25", used: 9, allowed: 5 };

  test("grows", async () => {
    expect(await refusal(["outflow_day", day], "UPDATE outflow_day SET used = 10, allowed = 6")).toBe("accepted");
  });

  test("never falls below what its open transactions may take", async () => {
    const outflow = { relay_transaction_id: 1, asset: day.asset, day: day.day, amount: 8 };
    const steps: Step[] = [
      ["outflow_day", day],
      ["relay_transaction", { ...reserved, ...noop, wallet: day.wallet }],
      ["outflow", outflow],
      "UPDATE outflow_day SET used = 8",
    ];
    expect(await refusal(...steps)).toBe("accepted");
    const less = await refusal("UPDATE outflow_day SET used = 7");
    expect(less).toBe("the outflow of wallet 0x3 on 2026-11-25 can not be less than its open outflows");
  });

  test("keeps what the operator has allowed", async () => {
    const answer = await refusal(["outflow_day", day], "UPDATE outflow_day SET allowed = 4");
    expect(answer).toBe("the allowance of wallet 0x3 on 2026-11-25 can not go back");
  });
});

describe("a transaction that a deep reorg removed", () => {
  const removed = { relay_transaction_id: 1, tx_hash: mined.mined_hash };
  const steps: Step[] = [
    ["relay_transaction", mined],
    ["removed_transaction", removed],
  ];
  const end = (state: string) =>
    `UPDATE removed_transaction SET state = '${state}', ended_hash = 'h', ended_block = 2, ended_block_hash = 'b'`;
  const resolve = "UPDATE removed_transaction SET state = 'resolved', note = 'n', resolved_by = 'o'";

  test("is settled once, and only if it is missing", async () => {
    const settled = [...steps, end("missing"), resolve];
    expect(await refusal(...settled)).toBe("accepted");
    expect(await refusal("UPDATE removed_transaction SET state = 'missing', note = NULL, resolved_by = NULL")).toBe(
      "removed transaction 1 can not go from resolved to missing",
    );
  });

  test.for(["restored", "open"])("isn't settled while it is %s", async (state) => {
    const before = state === "open" ? steps : [...steps, end(state)];
    expect(await refusal(...before, resolve)).toBe(`removed transaction 1 can not go from ${state} to resolved`);
  });

  test("has ended by a transaction that is known", async () => {
    const answer = await refusal(...steps, "UPDATE removed_transaction SET state = 'missing'");
    expect(answer).toBe("removed_transaction_ended");
  });
});
