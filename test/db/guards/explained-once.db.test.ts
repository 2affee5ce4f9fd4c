import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#test/db/database.ts";
import {
  at,
  held,
  movement,
  open,
  ownerTransfer,
  type Row,
  type Step,
  transfer,
  wallet,
  walletTransfer,
} from "#test/db/guards/rows.ts";
import { until } from "#test/until.ts";

/** An on-chain transfer of 99 at one of our wallets, and the payment that may have made it. Each test has its own. */
type Case = { id: number; paymentId: string; hash: string };

let database: TestDatabase;
let first: pg.Client;
let second: pg.Client;
let cases = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  first = new pg.Client({ connectionString: database.url });
  second = new pg.Client({ connectionString: database.url });
  await Promise.all([first.connect(), second.connect()]);
  await insert("partner", { id: "prt_1", name: "One" });
  await insert("merchant", {
    id: "mrch_1",
    partner_id: "prt_1",
    name: "M",
    email: "m",
    created_at: at,
    updated_at: at,
  });
  await insert("relayer_wallet", wallet);
});
afterAll(async () => {
  await Promise.all([first.end(), second.end()]);
  await database.drop();
});

const insert = (table: string, row: Row) => run(first, [[table, row]]);

async function run(client: pg.Client, steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    if (typeof step === "string") {
      await client.query(step);
      continue;
    }
    const [table, row] = step;
    const places = Object.keys(row).map((_, index) => `$${index + 1}`);
    const text = `INSERT INTO "${table}" (${Object.keys(row).join(", ")}) VALUES (${places.join(", ")})`;
    await client.query(text, Object.values(row));
  }
}

async function createCase(row: Row = {}): Promise<Case> {
  cases += 1;
  const created = { id: cases, paymentId: `pay_${cases}`, hash: `0x${cases.toString(16).padStart(64, "0")}` };
  await insert("payment", { ...open, id: created.paymentId });
  const arrived = { ...walletTransfer, counterparty: "0x7", amount: 99, tx_hash: created.hash, ...row };
  await insert("wallet_transfer", { ...arrived, id: created.id });
  return created;
}

const opening = ({ id }: Case): Step[] => [`UPDATE wallet_transfer SET state = 'open' WHERE id = ${id}`];

async function createOpenCase(row: Row = {}): Promise<Case> {
  const created = await createCase(row);
  await run(first, opening(created));
  return created;
}

const resolve =
  (state: string, paymentId = "NULL") =>
  (of: Case): Step[] => [
    `UPDATE wallet_transfer SET state = '${state}', note = 'a finding', resolved_by = 'test',
    payment_id = ${paymentId === "NULL" ? paymentId : `'${of.paymentId}'`} WHERE id = ${of.id} AND state = 'open'`,
  ];

/** Every explanation of tokens that arrived. */
const arrivals = {
  "a payment": ({ paymentId, hash }: Case): Step[] => [
    ["chain_transfer", { ...transfer, payment_id: paymentId, tx_hash: hash }],
    ["chain_transfer", { ...held, payment_id: paymentId, tx_hash: hash }],
  ],
  "a return": ({ id }: Case): Step[] => [
    ["movement", { ...movement, id: `mov_${id}`, kind: "return", wallet_transfer_id: id, amount: 99 }],
  ],
  "the finding that it is a buyer's": resolve("payment", "of the case"),
  "the finding that it is kept": resolve("kept"),
};
/** Every explanation of tokens that left. */
const departures = {
  "the finding that it was a withdrawal": resolve("withdrawal"),
  "the finding that it is lost": resolve("loss"),
  "the owner's payment": ({ paymentId, hash }: Case): Step[] => [
    ["owner_transfer", { ...ownerTransfer, tx_hash: hash, recipient: "0x7", amount: 99 }],
    [
      "chain_transfer",
      {
        ...transfer,
        kind: "settlement",
        payment_id: paymentId,
        tx_hash: hash,
        sender: "0x3",
        recipient: "0x7",
        amount: 99,
      },
    ],
  ],
  "the finding that it was a refund": ({ id, paymentId, hash }: Case): Step[] => [
    // As the recovery does: it refuses a transfer with a finding before.
    `DO $$ BEGIN
      PERFORM lock_transfers_of(1, '${hash}');
      IF EXISTS (SELECT FROM wallet_transfer WHERE id = ${id} AND state NOT IN ('pending', 'open'))
        OR EXISTS (SELECT FROM chain_transfer WHERE tx_hash = '${hash}') THEN RAISE EXCEPTION 'recorded as something else'; END IF;
      INSERT INTO unknown_transaction (chain_id, wallet, nonce, tx_hash, block_number, attribution, detail, resolution, resolved_by,
          payment_id)
        VALUES (1, '0x3', ${id}, '${hash}', 1, 'unknown', 'a transfer', 'a refund', 'test', '${paymentId}');
    END $$`,
  ],
};
type Kind = (of: Case) => Step[];
const pairsOf = (kinds: Record<string, Kind>) =>
  Object.entries(kinds).flatMap(([one, earlier]) =>
    Object.entries(kinds).map(([other, later]) => ({ one, earlier, other, later })),
  );
const pairs = [
  ...pairsOf(arrivals).map((pair) => ({ ...pair, row: {} })),
  ...pairsOf(departures).map((pair) => ({ ...pair, row: { direction: "out" } })),
];
/** Tokens that are a buyer's can be sent back to the buyer. */
const isAllowed = (one: string, other: string) => one === "the finding that it is a buyer's" && other === "a return";

/** The number of times that the transfer is explained by now, which may be one. */
async function countExplanations({ id, hash }: Case): Promise<number> {
  const { rows } = await first.query<{ count: number }>(
    `SELECT (SELECT count(*) FROM chain_transfer WHERE tx_hash = $2 AND kind IN ('held', 'settlement'))::int
      + (SELECT count(*) FROM movement WHERE wallet_transfer_id = $1 AND state <> 'failed')::int
      + (SELECT count(*) FROM wallet_transfer WHERE id = $1 AND state IN ('payment', 'kept', 'withdrawal', 'loss'))::int
      + (SELECT count(*) FROM unknown_transaction WHERE tx_hash = $2)::int AS count`,
    [id, hash],
  );
  return rows[0]?.count ?? 0;
}

const commit = async (client: pg.Client, steps: readonly Step[]) => {
  await client.query("BEGIN");
  try {
    await run(client, steps);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    if (!(error instanceof pg.DatabaseError)) throw error;
  }
};

describe("a transfer that was explained by", () => {
  test.for(pairs)("$one isn't explained by $other as well", async ({ one, earlier, other, later, row }) => {
    const of = await createOpenCase(row);
    await commit(first, earlier(of));
    expect(await countExplanations(of)).toBe(1);
    await commit(second, later(of));
    expect(await countExplanations(of)).toBe(isAllowed(one, other) ? 2 : 1);
  });

  test.for(pairs)("$one isn't explained by $other at the same time", async ({ one, earlier, other, later, row }) => {
    const of = await createOpenCase(row);
    await first.query("BEGIN");
    await run(first, earlier(of));
    await commitDuring(later(of));
    expect(await countExplanations(of)).toBe(isAllowed(one, other) ? 2 : 1);
  });
});

/** Commits the steps on the second connection, while the first one's transaction is open until they wait for it or have ended. */
async function commitDuring(steps: readonly Step[]): Promise<void> {
  const { rows } = await second.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  let isOver = false;
  const end = commit(second, steps).finally(() => {
    isOver = true;
  });
  const isWaiting = "SELECT FROM pg_stat_activity WHERE pid = $1 AND wait_event_type = 'Lock'";
  await until("the second to wait or to end", async () => {
    return isOver || (await first.query(isWaiting, [rows[0]?.pid])).rows.length > 0;
  });
  await first.query("COMMIT");
  await end;
}

test("a transfer that is opened while its payment is being recorded can't be sent back", async () => {
  const of = await createCase();
  await first.query("BEGIN");
  await run(first, arrivals["a payment"](of));
  await run(second, opening(of));
  await commitDuring(arrivals["a return"](of));
  expect(await countExplanations(of)).toBe(1);
});

test("a return that failed leaves the transfer to its payment", async () => {
  const of = await createOpenCase();
  await commit(first, arrivals["a return"](of));
  await run(first, [
    `UPDATE movement SET state = 'failed', failure = 'it reverted', ended_at = now() WHERE id = 'mov_${of.id}'`,
  ]);
  await commit(first, arrivals["a payment"](of));
  const { rows } = await first.query("SELECT state FROM wallet_transfer WHERE id = $1", [of.id]);
  expect(rows).toEqual([{ state: "recorded" }]);
});

test("of two equal transfers in one transaction, a payment explains one and the other can be sent back", async () => {
  const of = await createOpenCase();
  const other = await createOpenCase({ tx_hash: of.hash, log_index: 1 });
  await commit(first, arrivals["a payment"](of));
  await commit(first, arrivals["a return"](other));
  await commit(first, arrivals["a return"](of));
  const { rows } = await first.query("SELECT id FROM movement WHERE wallet_transfer_id = ANY($1)", [[of.id, other.id]]);
  expect(rows).toEqual([{ id: `mov_${other.id}` }]);
});
