import type { Id, MerchantId } from "#lib/core/ids.ts";
import type { Queryable } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { statement } from "#lib/db/statement.ts";
import type { Merchant } from "#lib/domain/merchants/merchant.ts";
import { merchantColumns } from "#lib/domain/merchants/repository.ts";

/** The accounts between which a record is copied. */
export type CopyScopes = { live: PartnerScope; test: PartnerScope };

// Settlement destinations are rows of their own, and stay behind.
const insertCopy = statement<Merchant>({
  name: "go-live-copy-merchant",
  text: `INSERT INTO merchant AS m (id, partner_id, name, email, icon_url, logo_hash, status, only_settleable_tokens,
      sends_receipts, accepts_transfers, support_contact, brand_color, created_at, updated_at)
    SELECT $2, $4, name, email, icon_url, logo_hash, status, only_settleable_tokens, sends_receipts, accepts_transfers,
      support_contact, brand_color, $5, $5 FROM merchant WHERE id = $1 AND partner_id = $3 AND deleted_at IS NULL
    ON CONFLICT (id) DO NOTHING RETURNING ${merchantColumns}`,
});

/** Inserts the live copy of a merchant; null when it has one already, or the test account has no such merchant. */
export async function insertMerchantCopy(
  tx: Queryable,
  { live, test }: CopyScopes,
  { id, copyId }: { id: MerchantId; copyId: MerchantId },
  now: Date,
): Promise<Merchant | null> {
  return (await tx.rows(insertCopy, [id, copyId, test.partnerId, live.partnerId, now]))[0] ?? null;
}

/** A copy in the live account. */
export type Copy = { id: Id<"mrch" | "whe">; isDeleted: boolean };

const selectMerchants = statement<Copy>({
  name: "go-live-merchant-copies",
  text: `SELECT id, deleted_at IS NOT NULL AS "isDeleted" FROM merchant WHERE partner_id = $1 AND id = ANY($2::text[])`,
});
const selectEndpoints = statement<Copy>({
  name: "go-live-endpoint-copies",
  text: `SELECT id, deleted_at IS NOT NULL AS "isDeleted" FROM webhook_endpoint WHERE partner_id = $1 AND id = ANY($2::text[])`,
});

/** Finds those of the copies' ids that exist in the live account, deleted ones included. */
export async function findCopies(
  on: Queryable,
  { partnerId }: PartnerScope,
  kind: "merchants" | "endpoints",
  copyIds: readonly string[],
): Promise<Map<string, Copy>> {
  const rows = await on.rows(kind === "merchants" ? selectMerchants : selectEndpoints, [partnerId, copyIds]);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The facts that a live account is judged by, apart from what it needs to be paid. */
export type AccountSafety = { hasEndpoint: boolean; members: number; unprotectedMembers: number };

const selectSafety = statement<AccountSafety>({
  name: "go-live-account-safety",
  text: `SELECT EXISTS (SELECT FROM webhook_endpoint WHERE partner_id = $1 AND deleted_at IS NULL) AS "hasEndpoint",
      count(*)::int AS members,
      (count(*) FILTER (WHERE password_hash IS NOT NULL AND totp_confirmed_at IS NULL
        AND NOT EXISTS (SELECT FROM passkey WHERE user_id = u.id)))::int AS "unprotectedMembers"
    FROM "user" u WHERE partner_id = $1`,
});

/** Reads whether an account has a webhook endpoint, and how many of its members sign in with a password alone. */
export async function getAccountSafety(on: Queryable, { partnerId }: PartnerScope): Promise<AccountSafety> {
  const [row] = await on.rows(selectSafety, [partnerId]);
  if (row === undefined) throw new Error("a count returned no row");
  return row;
}
