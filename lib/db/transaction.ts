import type pg from "pg";
import { pool, type Queryable, type Statement, type Value } from "#lib/db/pool.ts";

/** An open transaction. Never await a chain node or another host while holding one. */
export type Tx = Queryable & {
  /** Runs after the commit, in order; not at all after a rollback. A process that dies in between skips it. */
  afterCommit(effect: () => void): void;
  /** Runs `work` behind a savepoint: when it throws, only its own changes and effects are taken back. */
  nested<T>(work: () => Promise<T>): Promise<T>;
};

/**
 * Runs `work` in one READ COMMITTED transaction: commits when it returns, rolls back when it throws.
 * @throws whatever `work` throws, or the database's error when the commit fails.
 */
export async function inTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool().connect();
  const effects: (() => void)[] = [];
  let isBroken = false;
  try {
    await client.query("BEGIN");
    const result = await work(createTx(client, effects));
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

function createTx(client: pg.PoolClient, effects: (() => void)[]): Tx {
  return {
    async rows<Row extends object>({ name, text }: Statement, values: readonly Value[]): Promise<Row[]> {
      return (await client.query<Row>({ name, text, values: [...values] })).rows;
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
