import { LRUCache } from "lru-cache";
import { type AppId, isId } from "#lib/core/ids.ts";
import { prisma } from "#lib/db/prisma.ts";

export type App = { id: AppId; name: string; iconUrl: string | null };

/** The app of the hosted checkout, made by the first migration. */
export const hostedCheckoutAppId = "app_00000000000000000000000001";

const cache = new LRUCache<AppId, App>({ max: 10_000, ttl: 5_000 });

/** The app with that id, or null when it is malformed, unknown or revoked. Remembers an answer for at most 5 s. */
export async function findApp(id: string): Promise<App | null> {
  if (!isId("app", id)) return null;
  const known = cache.get(id);
  if (known !== undefined) return known;
  const row = await prisma().app.findFirst({
    where: { id, revokedAt: null },
    select: { name: true, iconUrl: true },
  });
  if (row === null) return null;
  const app = { id, ...row };
  cache.set(id, app);
  return app;
}
