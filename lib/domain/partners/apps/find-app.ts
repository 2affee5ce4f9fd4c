import { LRUCache } from "lru-cache";
import { type AppId, isAppId, isId, type PartnerId } from "#lib/core/ids.ts";
import { processSingleton } from "#lib/core/process-singleton.ts";
import { batchedRead } from "#lib/db/batched-read.ts";
import { database } from "#lib/db/pool.ts";
import { logoUrl } from "#lib/domain/merchants/logos/logo-url.ts";
import { type StoredApp, selectAppsById } from "#lib/domain/partners/apps/repository.ts";

/**
 * An app with the fields that users see; `iconUrl` points to the stored copy of its icon, `partnerId` is null
 * for built-in apps.
 */
export type App = { id: AppId; name: string; iconUrl: string | null; partnerId: PartnerId | null };

/** The app of the hosted checkout, created by the first migration. */
export const hostedCheckoutAppId = "app_00000000000000000000000001";

const cache = processSingleton("apps", () => new LRUCache<AppId, StoredApp>({ max: 10_000, ttl: 5_000 }));

const readApp = processSingleton("read-app", () =>
  batchedRead((ids: readonly AppId[]) => selectAppsById(database, ids)),
);

/** Finds an app by id; null when the id is malformed, unknown or revoked. Results are cached for up to 5 s. */
export async function findApp(id: string): Promise<App | null> {
  const app = await readCached(id);
  return app === null || app.revokedAt !== null ? null : toApp(app);
}

/** Finds the app that confirmed a payment, for display; an app that was revoked later keeps its name. */
export async function findConfirmingApp(id: string): Promise<App | null> {
  const app = await readCached(id);
  return app && toApp(app);
}

/** True for an id that a partner chose, because a wallet kit sends it. Buyers of other partners may send it, too. */
export function isChosenAppId(id: AppId): boolean {
  return !isId("app", id);
}

/**
 * True for a well-formed id that may be any wallet's: no app has it, nor had before it was revoked, unless
 * its partner chose it. A partner can't turn a wallet kit off for others by registering and revoking its id.
 */
export async function isAnonymousApp(id: string): Promise<boolean> {
  return isAppId(id) && ((await readCached(id)) === null || isChosenAppId(id));
}

async function readCached(id: string): Promise<StoredApp | null> {
  if (!isAppId(id)) return null;
  const cached = cache().get(id);
  if (cached !== undefined) return cached;
  const app = await readApp()(id);
  if (app !== null) cache().set(id, app);
  return app;
}

function toApp({ id, name, logoHash, partnerId }: StoredApp): App {
  return { id, name, iconUrl: logoHash && logoUrl(logoHash), partnerId };
}
