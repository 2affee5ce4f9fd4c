import type { Queryable } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";

/** A decision of the operator about money of our wallets, with the facts that it is about, amounts in smallest units. */
export type OperatorDecision = {
  at: Date;
  actorName: string;
  /** `stray_transfer.` and the finding, `movement.ordered`, `books.corrected` or `unknown_transaction.explained`. */
  action: string;
  /** The id of the transfer, movement or entry; `<chain id>:<wallet>:<nonce>` of an unknown transaction. */
  subjectId: string;
  reason: string;
  facts: Readonly<Record<string, string>>;
};

const selectNewest = statement<OperatorDecision>({
  name: "operator-decisions",
  text: `SELECT at, actor_name AS "actorName", action, subject_id AS "subjectId", reason, facts FROM operator_audit_entry
    ORDER BY id DESC LIMIT $1`,
});

/** Lists the operator's decisions, the newest first. Of no partner: only the operator may see them. */
export function listOperatorDecisions(on: Queryable, limit: number): Promise<OperatorDecision[]> {
  return on.rows(selectNewest, [limit]);
}
