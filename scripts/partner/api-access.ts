import { inTransaction } from "#lib/db/transaction.ts";
import { fetchLogo } from "#lib/domain/merchants/logos/fetch-logo.ts";
import { createApiKey } from "#lib/domain/partners/api-keys/create-api-key.ts";
import { defaultPermissions, type Permission, permissions } from "#lib/domain/partners/api-keys/permissions.ts";
import { revokeApiKey } from "#lib/domain/partners/api-keys/revoke-api-key.ts";
import { createApp } from "#lib/domain/partners/apps/create-app.ts";
import { listApps } from "#lib/domain/partners/apps/repository.ts";
import { revokeApp } from "#lib/domain/partners/apps/revoke-app.ts";
import { createPartner } from "#lib/domain/partners/create-partner.ts";
import { setEmbedOrigins } from "#lib/domain/partners/embed-origins.ts";
import { requirePartner, say } from "#scripts/partner/console.ts";
import { UsageError } from "#scripts/process/run-command.ts";

/** Creates a partner and a key with every permission. */
export async function runCreate(name: string, feeCents: string, feePpm: string): Promise<void> {
  if (!/^\d{1,9}$/.test(feeCents)) throw new UsageError("--fee-cents must be a whole number of cents, such as 10.");
  if (!/^\d{1,6}$/.test(feePpm))
    throw new UsageError("--fee-ppm must be parts per million below 1000000, such as 4000.");
  const fees = { currency: "USD", fixed: BigInt(feeCents), partsPerMillion: Number(feePpm) };
  const partnerId = await inTransaction((tx) => createPartner(tx, name, fees));
  const { id, secret } = await createApiKey(partnerId, "First key", permissions);
  say(`Partner  ${partnerId}\nKey      ${id}\nApi-Key  ${secret}`);
}

/** Creates another key. */
export async function runKey([partnerId = "", name = "", ...wanted]: string[]): Promise<void> {
  const chosen = wanted.length === 0 ? defaultPermissions : permissions.filter((each) => wanted.includes(each));
  const unknown = wanted.filter((word) => !permissions.includes(word as Permission));
  if (unknown.length > 0) {
    throw new UsageError(`Unknown permission: ${unknown.join(", ")}. Choose from ${permissions.join(", ")}.`);
  }
  const { id, secret } = await createApiKey((await requirePartner(partnerId)).partnerId, name, chosen);
  say(`Key      ${id}\nApi-Key  ${secret}`);
}

/** Revokes a key. */
export async function runRevoke([partnerId = "", keyId = ""]: string[]): Promise<void> {
  await revokeApiKey(await requirePartner(partnerId), keyId);
  say(`${keyId} is revoked.`);
}

/** Creates an app, under an id that a wallet sends already if one is given. */
export async function runApp([partnerId = "", name = "", url]: string[], id: string | undefined): Promise<void> {
  const scope = await requirePartner(partnerId);
  const icon = url === undefined ? null : { url, logo: await fetchLogo(url) };
  say(`App-Id   ${await inTransaction((tx) => createApp(tx, scope, { name, icon, id }))}`);
}

/** Lists the partner's apps. */
export async function runApps([partnerId = ""]: string[]): Promise<void> {
  for (const { id, name, iconUrl, revokedAt } of await listApps(await requirePartner(partnerId))) {
    say([id, name, iconUrl ?? "no icon", ...(revokedAt === null ? [] : ["revoked"])].join("  "));
  }
}

/** Revokes an app. */
export async function runRevokeApp([partnerId = "", appId = ""]: string[]): Promise<void> {
  await revokeApp(await requirePartner(partnerId), appId);
  say(`${appId} is revoked.`);
}

/** Replaces the origins that may embed the partner's checkouts. */
export async function runEmbedOrigins([partnerId = "", ...texts]: string[]): Promise<void> {
  const origins = await setEmbedOrigins(await requirePartner(partnerId), texts);
  say(`Sites that may embed checkouts of ${partnerId}: ${origins.join(" ") || "none"}.`);
}
