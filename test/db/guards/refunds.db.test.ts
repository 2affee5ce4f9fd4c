import { describe, expect, test } from "vitest";
import { guardedDatabase } from "#test/db/guards/guarded-database.ts";
import {
  attempt,
  hash,
  later,
  mark,
  option,
  paid,
  processing,
  refund,
  refundAttempt,
  refundOption,
  requested,
  type Step,
  succeeded,
} from "#test/db/guards/rows.ts";

const { query, run, refusal } = guardedDatabase();

describe("a refund", () => {
  const exceeds = (id: string) => `refund ${id} exceeds what is left of payment pay_2`;
  const to = (state: string, more = "") => `UPDATE refund SET state = '${state}'${more} WHERE id = 'rfd_1'`;

  test("and the others of its payment never exceed what was paid, unless they moved nothing", async () => {
    const rest: Step = ["refund", { ...mark, amount: 41 }];
    await run(paid);
    await run(["refund", refund]);
    await query("SAVEPOINT one");
    expect(await refusal(rest)).toBe(exceeds("rfd_2"));
    await query("ROLLBACK TO SAVEPOINT one");
    expect(await refusal(to("cancelled"), rest)).toBe("accepted");
    const recovered = to("succeeded", `, tx_hash = '${hash("aa")}'`);
    expect(await refusal("SET LOCAL till.recovery = 'on'", recovered)).toBe(exceeds("rfd_1"));
  });

  test.for([
    ["not succeeded", { ...processing }],
    ["refunded in full", { ...succeeded, refunded_at: later, refunded_amount: 100 }],
    ["paid in another token", { ...succeeded, token_asset: "eip155:1/erc20:0x9" }],
  ] as const)("is refused for a payment that is %s", async ([, row]) => {
    expect(await refusal(["payment", row], ["refund", refund])).toBe(exceeds("rfd_1"));
  });

  test.for(["amount = 1", "recipient = 'x'", "asset = 'x'", "token_hash = NULL", "expires_at = now()"])(
    "keeps its terms: %s",
    async (change) => {
      expect(await refusal(...requested, `UPDATE refund SET ${change}`)).toBe(
        "the terms of refund rfd_1 can not change",
      );
    },
  );

  const hashes = `, tx_hash = '${hash("aa")}'`;
  const allowed: Record<string, readonly string[]> = {
    requested: ["processing", "cancelled", "expired"],
    processing: ["requested", "succeeded", "failed"],
  };
  const states = ["requested", "processing", "succeeded", "failed", "expired", "cancelled"];
  test.for(states.flatMap((from) => states.filter((next) => next !== from).map((next) => ({ from, next }))))(
    "that is $from becomes $next only by the rules",
    async ({ from, next }) => {
      const row = { ...refund, state: from, tx_hash: from === "succeeded" ? hash("aa") : null };
      const answer = await refusal(paid, ["refund", row], to(next, next === "succeeded" ? hashes : ""));
      const isAllowed = allowed[from]?.includes(next) === true;
      expect(answer).toBe(isAllowed ? "accepted" : `refund rfd_1 can not change from ${from} to ${next}`);
    },
  );

  test("keeps its transaction", async () => {
    const row = { ...refund, state: "succeeded", tx_hash: hash("aa") };
    const update = `UPDATE refund SET tx_hash = '${hash("bb")}'`;
    expect(await refusal(paid, ["refund", row], update)).toBe("the transaction of refund rfd_1 can not change");
  });
});

describe("of attempts of one refund", () => {
  test("one that is not rejected prevents a second, in addition to those of its payment", async () => {
    const own: Step[] = [...requested, ["payment_option", { ...option, payment_id: "pay_2" }]];
    const first: Step[] = [
      ["payment_attempt", { ...attempt, payment_id: "pay_2" }],
      ["payment_option", refundOption],
      ["payment_option", { ...refundOption, id: "opt_4", nonce: hash("ae") }],
      ["payment_attempt", refundAttempt],
    ];
    const second: Step = ["payment_attempt", { ...refundAttempt, id: "att_4", option_id: "opt_4" }];
    expect(await refusal(...own, ...first, second)).toBe("payment_attempt_one_live_refund");
  });
});
