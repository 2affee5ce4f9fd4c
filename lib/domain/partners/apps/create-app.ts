import { clock } from "#lib/core/clock.ts";
import { invalidField, TillError } from "#lib/core/errors.ts";
import { type AppId, isAppId, newId } from "#lib/core/ids.ts";
import { isPlainName } from "#lib/core/visible-text.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import type { Tx } from "#lib/db/transaction.ts";
import type { FetchedLogo } from "#lib/domain/merchants/logos/logo.ts";
import { storeLogo } from "#lib/domain/merchants/logos/store-logo.ts";
import { isChosenAppId } from "#lib/domain/partners/apps/find-app.ts";
import { insertApp, selectAppsById } from "#lib/domain/partners/apps/repository.ts";
import { requireRoom } from "#lib/domain/partners/limits/require-room.ts";
import { lockAuthor } from "#lib/domain/partners/members/lock-author.ts";

/** `icon` is the URL of the app's icon and the image that fetchLogo fetched from it; the rules for logos apply. */
export type NewApp = {
  name: string;
  icon: { url: string; logo: FetchedLogo } | null;
  /** The id that the wallet sends already, because its kit can't be told another. Left out, one is generated. */
  id?: string | undefined;
};

/**
 * Creates an app of a partner: a wallet that merchants see as the buyer's when it confirms a payment. Its icon is served
 * from a stored copy, so that the icon's host doesn't learn who views it.
 * @throws TillError `params_validation` for a name that shows nothing, is longer than 64 characters or contains control
 * characters, or for a malformed id; `version_conflict` for an id that is taken; `not_found` for an unknown partner;
 * `invalid_state` or `rate_limited` when the partner has as many apps, or has created as many today, as it may.
 */
export async function createApp(tx: Tx, scope: PartnerScope, { name, icon, id: given }: NewApp): Promise<AppId> {
  if (!isPlainName(name)) {
    throw invalidField("name", "must be 1 to 64 characters, one of them visible, without control characters");
  }
  if (given !== undefined && !isAppId(given)) {
    throw invalidField("id", "must be 16 to 64 characters: letters, digits, _ and -");
  }
  if (given !== undefined && !isChosenAppId(given)) {
    throw invalidField("id", "looks like a generated one. Leave it out to have one generated");
  }
  const createdById = await lockAuthor(tx);
  const now = clock.now();
  const id = given ?? newId("app", now);
  const logoHash = icon === null ? null : await storeLogo(tx, scope, icon.logo);
  const app = { id, name, iconUrl: icon?.url ?? null, logoHash, createdAt: now, createdById };
  if (await insertApp(tx, scope, app)) {
    await requireRoom(tx, scope.partnerId, "apps");
    return id;
  }
  if ((await selectAppsById(tx, [id])).length > 0) {
    const message = "is already registered. Revoked ids can't be registered again; use another id";
    throw new TillError("version_conflict", { issues: [{ field: "id", message }] });
  }
  throw new TillError("not_found", { message: "This partner doesn't exist." });
}
