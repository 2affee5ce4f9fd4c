import type pg from "pg";
import { checkOutcome } from "./check.ts";
import type { Purchase } from "./shop.ts";

/** Says why each payment was rejected that should not have been, with the gas of its transaction: after a run both are gone. */
export async function explainFailures(purchases: readonly Purchase[], database: pg.Client): Promise<string[]> {
  const wrong = purchases.filter((purchase) => checkOutcome(purchase).length > 0);
  const { rows } = await database.query<{ id: string; reason: string | null; hash: `0x${string}` | null }>(
    `SELECT a.payment_id AS id, coalesce(a.rejection, r.simulation_failure) AS reason, r.mined_hash AS hash
     FROM payment_attempt a LEFT JOIN relay_transaction r ON r.attempt_id = a.id AND r.kind = 'collection'
     WHERE a.payment_id = ANY($1)`,
    [wrong.map(({ paymentId }) => paymentId)],
  );
  const chainOf = new Map(wrong.map(({ paymentId, chain }) => [paymentId, chain]));
  return Promise.all(
    rows.map(async ({ id, reason, hash }) => {
      const client = chainOf.get(id)?.client;
      if (client === undefined || hash === null) return `  ${id}: ${reason}`;
      const [{ gas, input }, { gasUsed, blockNumber, transactionIndex }] = await Promise.all([
        client.getTransaction({ hash }),
        client.getTransactionReceipt({ hash }),
      ]);
      const place = `in block ${blockNumber} at ${transactionIndex}`;
      return `  ${id}: ${reason}; ${gasUsed} of ${gas} gas ${place}, ${input.length / 2 - 1} bytes`;
    }),
  );
}
