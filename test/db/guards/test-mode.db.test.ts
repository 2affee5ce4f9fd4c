import { describe, expect, test } from "vitest";
import { registry, testRegistry } from "#lib/chain/chains.ts";
import { modeOfChain } from "#lib/core/account-mode.ts";
import { guardedDatabase } from "#test/db/guards/guarded-database.ts";
import {
  attempt,
  collected,
  hash,
  open,
  option,
  paid,
  payout,
  payoutOf,
  queued,
  type Step,
  succeeded,
  transfer,
} from "#test/db/guards/rows.ts";

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

describe.each([
  { mode: "test", other: "a live chain", of: "test_1", own: "eip155:84532", foreign: "eip155:1" },
  { mode: "live", other: "a testnet", of: "prt_1", own: "eip155:1", foreign: "eip155:84532" },
])("a $mode payment", ({ mode, other, of, own, foreign }) => {
  const chainOf = (caip: string) => Number(caip.split(":")[1]);
  const paidOnOwn: Step = [
    "payment",
    { ...succeeded, partner_id: of, token_asset: `${own}/erc20:0x2`, buyer_account: `${own}:0x1` },
  ];
  const attempted: Step[] = [
    ["payment", { ...open, partner_id: of }],
    ["payment_option", { ...option, id: "opt_9", payment_id: "pay_2", nonce: hash("99"), chain_id: chainOf(foreign) }],
    ["payment_attempt", { ...attempt, id: "att_9", payment_id: "pay_2", option_id: "opt_9" }],
  ];
  const sentOn = (chain: string): Step => [
    "relay_transaction",
    { ...queued, attempt_id: "att_9", chain_id: chainOf(chain) },
  ];
  const seenOn = (chain: string): Step => [
    "chain_transfer",
    { ...transfer, payment_id: "pay_2", chain_id: chainOf(chain) },
  ];
  const owedOn = (chain: string, partner: string, state = "pending"): Step => [
    "payout",
    { ...payout, partner_id: partner, payment_id: "pay_2", asset: `${chain}/erc20:0x2`, state },
  ];
  const bookedOn = (chain: string): Step => ["ledger_entry", { ...collected, asset: `${chain}/erc20:0x2` }];
  const refusedIn = (table: string) => `payment pay_2 is of the other mode than the chain of a row in ${table}`;

  test(`never reaches the relay of ${other}, even by an option that a person inserted`, async () => {
    expect(await refusal(account, ...attempted, sentOn(foreign))).toBe(refusedIn("relay_transaction"));
  });

  test("is sent to a chain of its own mode", async () => {
    expect(await refusal(account, ...attempted, sentOn(own))).toBe("accepted");
  });

  test(`is paid by no transfer on ${other}, so that its books have nothing of it`, async () => {
    expect(await refusal(account, paidOnOwn, seenOn(foreign))).toBe(refusedIn("ledger_entry"));
  });

  test("is paid by a transfer of its own mode, which is booked", async () => {
    expect(await refusal(account, paidOnOwn, seenOn(own))).toBe("accepted");
    const { rows } = await query<{ asset: string }>("SELECT asset FROM ledger_entry WHERE payment_id = 'pay_2'");
    expect(rows).toEqual([{ asset: `${own}/erc20:0x2` }]);
  });

  test(`has no payout on ${other}, even under the name of an account of that mode`, async () => {
    const name = mode === "test" ? "prt_1" : "test_1";
    expect(await refusal(account, paidOnOwn, owedOn(foreign, name, "final"))).toBe(refusedIn("ledger_entry"));
  });

  test(`has no payout on ${other} under its own name`, async () => {
    expect(await refusal(account, paidOnOwn, owedOn(foreign, of, "final"))).toBe("payout_on_chain_of_mode");
  });

  test(`has no entry in the books of ${other}`, async () => {
    expect(await refusal(account, paidOnOwn, bookedOn(foreign))).toBe(refusedIn("ledger_entry"));
  });

  test("doesn't become one of the other mode", async () => {
    const change = `UPDATE payment SET partner_id = '${mode === "test" ? "prt_1" : "test_1"}' WHERE id = 'pay_2'`;
    expect(await refusal(account, ["payment", { ...open, partner_id: of }], change)).toBe(
      "what payment pay_2 was created as can not change",
    );
  });

  test("has no row on the simulated chain", async () => {
    expect(await refusal(account, ...attempted, sentOn("eip155:31337"))).toBe("relay_transaction_on_real_chain");
  });
});

test("a live payout is sent to no testnet", async () => {
  const steps: Step[] = [
    paid,
    ["payout", { ...payout, payment_id: "pay_2" }],
    ["relay_transaction", { ...queued, ...payoutOf(1), payment_id: "pay_2", chain_id: 84_532 }],
  ];
  expect(await refusal(...steps)).toBe(
    "payment pay_2 is of the other mode than the chain of a row in relay_transaction",
  );
});

test("a test payment's payout never waits to be paid", async () => {
  const onTestnet = { token_asset: "eip155:84532/erc20:0x2", buyer_account: "eip155:84532:0x1" };
  const sent = { ...payout, partner_id: "test_1", payment_id: "pay_2", asset: onTestnet.token_asset, state: "final" };
  const ofTest: Step = ["payment", { ...succeeded, ...onTestnet, partner_id: "test_1" }];
  expect(await refusal(account, ofTest, ["payout", { ...sent, state: "pending" }])).toBe("payout_on_chain_of_mode");
});

test("the database and the registry have the same test chains", async () => {
  const ids = [...registry, ...testRegistry].map(({ id }) => id);
  const { rows } = await query<{ id: number }>(`SELECT id FROM unnest(ARRAY[${ids}]) AS c (id)
    WHERE is_test_chain(id) AND is_on_test_chain('eip155:' || id || '/erc20:0x2') AND is_on_test_chain('eip155:' || id || ':0x1')
      AND is_on_test_chain('eip155:' || id || '/native')`);
  expect(rows.map(({ id }) => id)).toEqual(testRegistry.map(({ id }) => id));
  expect(ids.filter((id) => modeOfChain(id) === "test")).toEqual(testRegistry.map(({ id }) => id));
});
