import { LRUCache } from "lru-cache";
import { type AppId, isId } from "#lib/core/ids.ts";
import { processSingleton } from "#lib/core/process-singleton.ts";
import { batchedRead } from "#lib/db/batched-read.ts";
import { database } from "#lib/db/pool.ts";
import { logoUrl } from "#lib/domain/merchants/logos/logo-url.ts";
import { type StoredApp, selectAppsById } from "#lib/domain/partners/apps/repository.ts";

/** What people are shown of an app: its name, and our own copy of its icon. */
export type App = { id: AppId; name: string; iconUrl: string | null };

/** The app of the hosted checkout, made by the first migration. */
export const hostedCheckoutAppId = "app_00000000000000000000000001";

const cache = processSingleton("apps", () => new LRUCache<AppId, StoredApp>({ max: 10_000, ttl: 5_000 }));

const readApp = processSingleton("read-app", () =>
  batchedRead((ids: readonly AppId[]) => selectAppsById(database, ids)),
);

/** The app with that id, or null when it is malformed, unknown or revoked. Remembers an answer for at most 5 s. */
export async function findApp(id: string): Promise<App | null> {
  const app = await read(id);
  return app === null || app.revokedAt !== null ? null : toApp(app);
}

/** The same for showing by which app a payment was confirmed: one that was revoked since keeps its name. */
export async function findConfirmingApp(id: string): Promise<App | null> {
  const app = await read(id);
  return app && toApp(app);
}

async function read(id: string): Promise<StoredApp | null> {
  if (!isId("app", id)) return null;
  const known = cache().get(id);
  if (known !== undefined) return known;
  const app = await readApp()(id);
  if (app !== null) cache().set(id, app);
  return app;
}

function toApp({ id, name, logoHash }: StoredApp): App {
  return { id, name, iconUrl: logoHash && logoUrl(logoHash) };
}
