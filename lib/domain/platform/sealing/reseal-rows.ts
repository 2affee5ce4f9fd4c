import { database } from "#lib/db/pool.ts";
import type { Statement } from "#lib/db/statement.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { listOldKeyIds, type Sealed, seal, unseal } from "#lib/env/seal.ts";
import { log } from "#lib/log/log.ts";

/** A column of secrets that are kept for longer than an old key of DATA_ENCRYPTION_OLD_KEYS. */
export type SealedColumn<Id extends string> = {
  /** Selects `id`, `sealed` and `keyId`, by id: those sealed with a key of $1, after the id $2, $3 at most. */
  select: Statement<Sealed & { id: Id }>;
  /** Replaces the secret $2 of the row $1 with $3, sealed by the key $4; nothing when it has changed meanwhile. */
  update: Statement;
  placeOf(id: Id): string;
};

const batchSize = 100;

/**
 * Seals every secret of a column that an old key has sealed with the present one, in batches, so that old
 * keys can be removed. What can't be decrypted stays as it is. A run that finds nothing changes nothing.
 */
export async function resealRows<Id extends string>({ select, update, placeOf }: SealedColumn<Id>): Promise<void> {
  const oldKeyIds = listOldKeyIds();
  if (oldKeyIds.length === 0) return;
  let rows: (Sealed & { id: Id })[];
  let last = "";
  do {
    rows = await database.rows<Sealed & { id: Id }>(select, [oldKeyIds, last, batchSize]);
    const resealed = rows.flatMap(({ id, ...former }) => {
      try {
        const place = placeOf(id);
        return [{ id, former: former.sealed, ...seal(unseal(former, place), place) }];
      } catch (error) {
        log().error({ err: error, id }, "a secret can't be decrypted with the key that it names");
        return [];
      }
    });
    await inTransaction(async (tx) => {
      for (const { id, former, sealed, keyId } of resealed) await tx.rows(update, [id, former, sealed, keyId]);
    });
    last = rows.at(-1)?.id ?? last;
  } while (rows.length === batchSize);
}
