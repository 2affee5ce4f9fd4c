import pg from "pg";
import { currentActor } from "#lib/core/actor.ts";
import { database, type Queryable, queryOf, type Value, withPool } from "#lib/db/pool.ts";
import type { Statement } from "#lib/db/statement.ts";

/**
 * An open transaction. Never await a chain node or another host while holding one. Statements that don't need
 * each other's rows can be started together: they run in the order in which they were started, in one round
 * trip. After a failure none of them counts, and one that is started after the end is refused.
 */
export type Tx = Queryable & {
  /** Runs `effect` after the commit, in order; never after a rollback. Lost when the process dies right after the commit. */
  afterCommit(effect: () => void): void;
  /** Runs `work` in a savepoint: when it throws, only its own changes and effects are rolled back. */
  nested<T>(work: () => Promise<T>): Promise<T>;
};

/**
 * Runs `work` in one READ COMMITTED transaction: commits when it returns, rolls back when it throws.
 * @throws whatever `work` throws, or the database's error when the commit fails.
 */
export function inTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  return withPool((from) => runTransaction(from, "BEGIN", work));
}

/**
 * Runs read-only statements that all see the database as of the first one. Takes no row locks, but keeps vacuum from
 * removing old row versions while it runs.
 * @throws whatever `work` throws; the database's error when it writes.
 */
export function inSnapshot<T>(work: (snapshot: Queryable) => Promise<T>): Promise<T> {
  return withPool((from) => runTransaction(from, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", work));
}

async function runTransaction<T>(from: pg.Pool, begin: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await from.connect();
  const effects: (() => void)[] = [];
  const state = { isOpen: true };
  let isBroken = false;
  try {
    await client.query(`${begin}${actorSetting()}`);
    const result = await work(createTx(client, effects, state)).finally(() => {
      state.isOpen = false;
    });
    await client.query("COMMIT");
    for (const effect of effects) effect();
    return result;
  } catch (error) {
    await client.query("ROLLBACK").catch(() => {
      isBroken = true;
    });
    throw error;
  } finally {
    client.release(isBroken);
  }
}

/**
 * Runs `work` of a single statement without an explicit transaction: one round trip instead of three.
 * @throws Error at a second statement, before it is sent; whatever `work` throws.
 */
export async function inOneStatement<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  const effects: (() => void)[] = [];
  let isUsed = false;
  const result = await work({
    rows(statement, values) {
      if (isUsed) throw new Error(`${statement.name} is a second statement inside inOneStatement`);
      isUsed = true;
      return database.rows(statement, values);
    },
    afterCommit: (effect) => void effects.push(effect),
    nested: (inner) => inner(),
  });
  for (const effect of effects) effect();
  return result;
}

/** Sets the actor for the audit log in the same round trip as BEGIN; empty without an actor. */
function actorSetting(): string {
  const actor = currentActor();
  return actor === null ? "" : `; SELECT set_config('till.actor', ${pg.escapeLiteral(JSON.stringify(actor))}, true)`;
}

function createTx(client: pg.PoolClient, effects: (() => void)[], state: { readonly isOpen: boolean }): Tx {
  return {
    async rows<Row extends object>(statement: Statement<Row>, values: readonly Value[]): Promise<Row[]> {
      // One of several that were started together has failed: by now the connection may have another owner.
      if (!state.isOpen) throw new Error(`${statement.name} was started after the end of its transaction`);
      return (await client.query<Row>(queryOf(statement, values))).rows;
    },
    afterCommit(effect) {
      effects.push(effect);
    },
    async nested(work) {
      const effectsBefore = effects.length;
      await client.query("SAVEPOINT nested");
      try {
        const result = await work();
        await client.query("RELEASE SAVEPOINT nested");
        return result;
      } catch (error) {
        effects.length = effectsBefore;
        await client.query("ROLLBACK TO SAVEPOINT nested");
        throw error;
      }
    },
  };
}
