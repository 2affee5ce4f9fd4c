import { clock } from "#lib/core/clock.ts";
import { invalidField, TillError } from "#lib/core/errors.ts";
import { type AppId, newId } from "#lib/core/ids.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import type { Tx } from "#lib/db/transaction.ts";
import type { FetchedLogo } from "#lib/domain/merchants/logos/logo.ts";
import { storeLogo } from "#lib/domain/merchants/logos/store-logo.ts";
import { insertApp } from "#lib/domain/partners/apps/repository.ts";

/** `icon` is where the app's icon is, and what fetchLogo found there: the rules are those of merchants' logos. */
export type NewApp = { name: string; icon: { url: string; logo: FetchedLogo } | null };

/**
 * Makes an app of a partner: a wallet that is named to merchants as the buyer's when it confirms a payment. Others are
 * shown our copy of its icon, so that no one learns from whose screen it is fetched.
 * @throws TillError `params_validation` for a name that is empty, longer than 64 characters or has control characters in
 * it; `not_found` for an unknown partner.
 */
export async function createApp(tx: Tx, scope: PartnerScope, { name, icon }: NewApp): Promise<AppId> {
  if (!/^\P{Cc}{1,64}$/u.test(name) || name.trim() === "") {
    throw invalidField("name", "must be 1 to 64 characters, none of them a control character");
  }
  const now = clock.now();
  const id = newId("app", now);
  const logoHash = icon === null ? null : await storeLogo(tx, icon.logo);
  const app = { id, name, iconUrl: icon?.url ?? null, logoHash, createdAt: now };
  if (!(await insertApp(tx, scope, app))) throw new TillError("not_found", { message: "There is no such partner." });
  return id;
}
