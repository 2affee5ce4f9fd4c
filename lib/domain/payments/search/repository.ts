import type { PaymentId } from "#lib/core/ids.ts";
import type { AtomicAmount, Money } from "#lib/core/money.ts";
import { containing } from "#lib/db/like-pattern.ts";
import type { Queryable } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { statement } from "#lib/db/statement.ts";
import type { PaymentStatus } from "#lib/domain/payments/payment.ts";
import { storedUnit } from "#lib/domain/payments/stored-unit.ts";

/** A payment as read by the search. */
export type SearchedPayment = {
  id: PaymentId;
  referenceId: string;
  storedStatus: PaymentStatus;
  expiresAt: Date;
  hasDepositAddress: boolean;
  amount: Money;
  createdAt: Date;
  refundedAt: Date | null;
  /** The amount that was refunded so far, in smallest units of the token that was paid. */
  refunded: AtomicAmount;
};

type Row = Omit<SearchedPayment, "amount" | "refunded"> & { unit: string; value: string; refunded: string | null };

/** The number of newest payments to scan; the index of references is for rarer texts. */
const newestCount = 1_000;

const select = statement<Row>({
  name: "payment-search-newest",
  text: `SELECT * FROM (
      SELECT id, reference_id AS "referenceId", status AS "storedStatus", expires_at AS "expiresAt",
        has_deposit_address AS "hasDepositAddress", unit, value, created_at AS "createdAt", refunded_at AS "refundedAt", refunded_amount AS refunded
      FROM payment WHERE partner_id = $1 ORDER BY created_at DESC, id DESC LIMIT ${newestCount}) p
    WHERE lower("referenceId") LIKE $2 LIMIT $3`,
});

/**
 * Searches the partner's newest thousand payments for references that contain a text, in any letter case;
 * newest first, at most `limit`.
 */
export async function searchNewest(
  on: Queryable,
  { partnerId }: PartnerScope,
  text: string,
  limit: number,
): Promise<SearchedPayment[]> {
  const rows = await on.rows(select, [partnerId, containing(text.toLowerCase()), limit]);
  return rows.map(({ unit, value, refunded, ...row }) => {
    return { ...row, amount: { unit: storedUnit(unit), value: BigInt(value) }, refunded: BigInt(refunded ?? 0) };
  });
}
