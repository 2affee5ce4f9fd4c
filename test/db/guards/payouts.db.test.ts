import { describe, expect, test } from "vitest";
import { guardedDatabase } from "#test/db/guards/guarded-database.ts";
import {
  bulkPayout,
  heldRefund,
  mined,
  paid,
  payout,
  payoutOf,
  refundSent,
  reserved,
  type Step,
  transfer,
} from "#test/db/guards/rows.ts";

const { refusal } = guardedDatabase();

describe("a payout", () => {
  const held: Step = ["payout", { ...payout, state: "held", destination: null }];
  const failed: Step = ["payout", { ...payout, state: "failed", failure: "reverted" }];
  const sentFirst: Step = ["relay_transaction", { ...mined, ...payoutOf(1) }];
  const opened = "UPDATE payout SET state = 'pending', failure = NULL, destination = 'eip155:1:0x6'";
  const again = `${opened}, attempt = 2`;

  test("that was held gets a destination once, and then continues", async () => {
    const rest = ["submitted", "final"].map((state) => `UPDATE payout SET state = '${state}'`);
    expect(await refusal(held, opened, ...rest)).toBe("accepted");
    expect(await refusal("UPDATE payout SET destination = 'eip155:1:0x7'")).toMatch(/keeps its attempt/);
  });

  test.for([
    ["pending", {}, "final"],
    ["pending", {}, "held"],
    ["submitted", { state: "submitted" }, "pending"],
    ["final", { state: "final" }, "pending"],
    ["final", { state: "final" }, "failed"],
    ["failed", { state: "failed", failure: "reverted" }, "submitted"],
    ["failed", { state: "failed", failure: "reverted" }, "final"],
  ] as const)("that is %s can't make invalid transitions", async ([from, fields, to]) => {
    const failure = to === "failed" ? "'reverted'" : "NULL";
    const destination = to === "held" ? "NULL" : "destination";
    const update = `UPDATE payout SET state = '${to}', failure = ${failure}, destination = ${destination}`;
    const answer = await refusal(["payout", { ...payout, ...fields }], update);
    expect(answer).toBe(`payout pay_1 can not go from ${from} to ${to}`);
  });

  test.for(["asset = 'x'", "treasury = '0x7'", "amount = 98", "fee = 0", "partner_id = 'prt_2'", "created_at = now()"])(
    "keeps the amount that it owes and its wallet: %s",
    async (change) => {
      expect(await refusal(["payout", payout], `UPDATE payout SET ${change}`)).toBe(
        "what payout pay_1 owes can not change",
      );
    },
  );

  test("that failed is opened again as a new attempt, to the destination of that time", async () => {
    const ended = "UPDATE relay_transaction SET state = 'final', gas_cost = 1";
    expect(await refusal(failed, sentFirst, ended, again)).toBe("accepted");
  });

  test.for<[string, string, Step[], string]>([
    ["as the same attempt", opened, [], "payout pay_1 is opened again without a new attempt"],
    ["while its last attempt may still pay", again, [sentFirst], "payout pay_1 has an attempt that may still pay"],
    [
      "while its second attempt may still pay",
      `${opened}, attempt = 3`,
      [
        ["relay_transaction", { ...reserved, ...payoutOf(2) }],
        "UPDATE payout SET attempt = 2, state = 'pending', failure = NULL",
        "UPDATE payout SET state = 'failed', failure = 'reverted'",
      ],
      "payout pay_1 has an attempt that may still pay",
    ],
    [
      "after it moved money",
      again,
      [["chain_transfer", { ...transfer, kind: "settlement" }]],
      "payout pay_1 has moved money",
    ],
  ])("that failed is not opened again %s", async ([, update, steps, message]) => {
    expect(await refusal(failed, ...steps, update)).toBe(message);
  });

  describe("of a refund", () => {
    const ofBuyer = { ...payout, payment_id: "pay_2" };
    const kept: Step[] = [paid, ["payout", { ...ofBuyer, state: "held", destination: null }], ["refund", heldRefund]];
    const toBuyer =
      "UPDATE payout SET state = 'pending', failure = NULL, destination = 'eip155:1:0x1', refund_id = 'rfd_3'";
    const fail = "UPDATE payout SET state = 'failed', failure = 'refused'";
    const holdAgain =
      "UPDATE payout SET state = 'held', failure = NULL, destination = NULL, refund_id = NULL, attempt = attempt + 1";

    test("goes to the buyer, is tried again, is held again when that fails, and can then go to the merchant", async () => {
      const retry = `UPDATE payout SET state = 'pending', failure = NULL, attempt = 2`;
      expect(await refusal(...kept, toBuyer, fail, retry, fail, holdAgain, opened)).toBe("accepted");
    });

    test.for<[string, Step[], string]>([
      [
        "another account's",
        [`${toBuyer}, destination = 'eip155:1:0x6'`.replace("destination = 'eip155:1:0x1', ", "")],
        "is not what",
      ],
      ["one that has ended", ["UPDATE refund SET state = 'failed'", toBuyer], "is not what"],
      ["one while it is under way", [opened, toBuyer.replace("state = 'pending', ", "")], "keeps its"],
      ["none any more while it is under way", [toBuyer, "UPDATE payout SET refund_id = NULL"], "keeps its refund"],
      ["none when it is sent again to the merchant", [toBuyer, fail, `${again}, refund_id = NULL`], "keeps its refund"],
      ["the merchant's destination", [toBuyer, fail, again], "keeps its refund and its destination"],
      [
        "none after it moved money",
        [toBuyer, fail, ["chain_transfer", { ...refundSent, refund_id: "rfd_3", sender: "0x3" }], holdAgain],
        "has moved money",
      ],
    ])("never gets %s", async ([, steps, message]) => {
      expect(await refusal(...kept, ...steps)).toContain(message);
    });

    const sent: Step = ["chain_transfer", { ...refundSent, refund_id: "rfd_3", sender: "0x3" }];
    const toMerchant: Step = [
      "chain_transfer",
      { ...transfer, payment_id: "pay_2", kind: "settlement", sender: "0x3" },
    ];
    test.for<[string, Step[], string]>([
      ["the buyer's", [toBuyer, sent], "accepted"],
      ["not the merchant's", [toBuyer, toMerchant], "a settlement transfer of pay_2 is not what its payout pays"],
      ["no refund that it doesn't pay", [sent], "a refund transfer of pay_2 is not what its payout pays"],
    ])("is recorded as %s", async ([, steps, answer]) => {
      expect(await refusal(...kept, ...steps)).toBe(answer);
    });

    test("is the only one that is held again", async () => {
      expect(await refusal(failed, holdAgain)).toBe("payout pay_1 was not for a refund");
    });
  });

  test("gets no other destination while it is under way", async () => {
    const update = "UPDATE payout SET destination = 'eip155:1:0x7'";
    expect(await refusal(["payout", payout], update)).toBe("payout pay_1 keeps its attempt and its destination");
  });
});

describe("a bulk payout", () => {
  test.for(["asset = 'x'", "destination = 'x'", "merchant_id = 'mrch_2'", "payouts = 3", "created_at = now()"])(
    "keeps its terms: %s",
    async (change) => {
      expect(await refusal(["bulk_payout", bulkPayout], `UPDATE bulk_payout SET ${change}`)).toBe(
        "the terms of bulk payout bulk_1 can not change",
      );
    },
  );

  test("that has ended stays ended", async () => {
    const ended: Step = ["bulk_payout", { ...bulkPayout, state: "completed" }];
    expect(await refusal(ended, "UPDATE bulk_payout SET state = 'running'")).toBe("bulk payout bulk_1 has ended");
  });
});
