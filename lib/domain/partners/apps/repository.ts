import type { AppId, PartnerId, UserId } from "#lib/core/ids.ts";
import { database, type Queryable } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { statement } from "#lib/db/statement.ts";

/** An app's row. A revoked app can no longer confirm payments; those that it confirmed keep its name. */
export type StoredApp = {
  id: AppId;
  /** Null for built-in apps. */
  partnerId: PartnerId | null;
  name: string;
  /** The URL as given; only the partner sees it. */
  iconUrl: string | null;
  /** SHA-256 of the stored copy of the icon. */
  logoHash: string | null;
  createdAt: Date;
  revokedAt: Date | null;
  /** The email of the member who created it and has been removed since; null otherwise. */
  leftBy: string | null;
};

const columns = `a.id, a.partner_id AS "partnerId", a.name, a.icon_url AS "iconUrl", a.logo_hash AS "logoHash", a.created_at AS "createdAt",
  a.revoked_at AS "revokedAt", a.left_by AS "leftBy"`;

const insert = statement({
  name: "app-insert",
  text: `INSERT INTO app (id, partner_id, name, icon_url, logo_hash, created_at, created_by_id)
    SELECT $1, p.id, $3, $4, $5, $6, $7 FROM partner p WHERE p.id = $2 ON CONFLICT (id) DO NOTHING RETURNING id`,
});

/** Inserts an app. @returns false when the partner doesn't exist, or an app has that id. */
export async function insertApp(
  tx: Queryable,
  scope: PartnerScope,
  app: Omit<StoredApp, "revokedAt" | "partnerId" | "leftBy"> & { createdById: UserId | null },
): Promise<boolean> {
  const { id, name, iconUrl, logoHash, createdAt, createdById } = app;
  return (await tx.rows(insert, [id, scope.partnerId, name, iconUrl, logoHash, createdAt, createdById])).length > 0;
}

const select = statement<StoredApp>({ name: "apps-by-id", text: `SELECT ${columns} FROM app a WHERE a.id = ANY($1)` });

/** The apps with these ids that exist, of any partner, revoked ones included. */
export function selectAppsById(on: Queryable, ids: readonly AppId[]): Promise<StoredApp[]> {
  return on.rows(select, [ids]);
}

const selectOwned = statement<StoredApp>({
  name: "apps-of-partner",
  text: `SELECT ${columns} FROM app a WHERE a.partner_id = $1 ORDER BY a.created_at, a.id`,
});

/** Lists a partner's apps, oldest first, including revoked ones. */
export function listApps(scope: PartnerScope): Promise<StoredApp[]> {
  return database.rows(selectOwned, [scope.partnerId]);
}

const revoke = statement({
  name: "app-revoke",
  text: "UPDATE app SET revoked_at = $3 WHERE id = $1 AND partner_id = $2 AND revoked_at IS NULL RETURNING id",
});

/** Revokes an app permanently. @returns false when the partner has no such app or revoked it before. */
export async function markAppRevoked(on: Queryable, scope: PartnerScope, id: AppId, now: Date): Promise<boolean> {
  return (await on.rows(revoke, [id, scope.partnerId, now])).length > 0;
}
