import { describe, expect, test } from "vitest";
import { modeOfChain, registry, testRegistry } from "#lib/chain/chains.ts";
import { guardedDatabase } from "#test/db/guards/guarded-database.ts";
import { attempt, hash, open, option, payout, queued, type Step, succeeded, transfer } from "#test/db/guards/rows.ts";

const { query, refusal } = guardedDatabase();

const account: Step = ["partner", { id: "test_1", name: "Test", live_account_id: "prt_1" }];

describe("an account", () => {
  test.for([
    ["its id", "UPDATE partner SET id = 'prt_3' WHERE id = 'prt_1'", "prt_1"],
    ["a mode", "UPDATE partner SET id = 'prt_3', live_account_id = NULL WHERE id = 'test_1'", "test_1"],
    ["its live account", "UPDATE partner SET live_account_id = 'prt_2' WHERE id = 'test_1'", "test_1"],
  ] as const)("never changes %s", async ([, change, id]) => {
    const another: Step = ["partner", { id: "prt_2", name: "Another" }];
    expect(await refusal(account, another, change)).toBe(`account ${id} keeps its id and its live account`);
  });

  test("has at most one test account", async () => {
    const second: Step = ["partner", { id: "test_2", name: "Test", live_account_id: "prt_1" }];
    expect(await refusal(account, second)).toBe("partner_live_account_id_key");
  });
});

describe("a test payment", () => {
  const ofTest = { partner_id: "test_1" };
  const payment: Step = ["payment", { ...open, ...ofTest }];
  const onTestChain = { token_asset: "eip155:31337/erc20:0x2", buyer_account: "eip155:31337:0x1" };
  const paid: Step = ["payment", { ...succeeded, ...ofTest, ...onTestChain }];

  test("never reaches the relay, even by an option on a live chain that a person inserted", async () => {
    const steps: Step[] = [
      payment,
      ["payment_option", { ...option, id: "opt_9", payment_id: "pay_2", nonce: hash("99") }],
      ["payment_attempt", { ...attempt, id: "att_9", payment_id: "pay_2", option_id: "opt_9" }],
      ["relay_transaction", { ...queued, attempt_id: "att_9" }],
    ];
    expect(await refusal(...steps)).toBe("payment pay_2 is a test payment and has no row in relay_transaction");
  });

  test("is paid by no transfer on a live chain, so that the books have nothing of it", async () => {
    const seen: Step = ["chain_transfer", { ...transfer, payment_id: "pay_2" }];
    expect(await refusal(paid, seen)).toBe("payment pay_2 is a test payment and has no row in chain_transfer");
  });

  test("has no payout, even under the name of a live account", async () => {
    const owed: Step = ["payout", { ...payout, payment_id: "pay_2" }];
    expect(await refusal(paid, owed)).toBe("payment pay_2 is a test payment and has no row in payout");
  });

  test("doesn't become a live one", async () => {
    const change = "UPDATE payment SET partner_id = 'prt_1' WHERE id = 'pay_2'";
    expect(await refusal(payment, change)).toBe("what payment pay_2 was created as can not change");
  });
});

test("the database and the registry have the same test chains", async () => {
  const ids = [...registry, ...testRegistry].map(({ id }) => id);
  const { rows } = await query<{ id: number }>(`SELECT id FROM unnest(ARRAY[${ids}]) AS c (id)
    WHERE is_test_chain(id) AND is_on_test_chain('eip155:' || id || '/erc20:0x2')`);
  expect(rows.map(({ id }) => id)).toEqual(ids.filter((id) => modeOfChain(id) === "test"));
});
