import { modeOf } from "#lib/core/account-mode.ts";
import { currentActor } from "#lib/core/actor.ts";
import { clock } from "#lib/core/clock.ts";
import { invalidField } from "#lib/core/errors.ts";
import { type ApiKeyId, newId, type PartnerId } from "#lib/core/ids.ts";
import { isPlainName } from "#lib/core/visible-text.ts";
import { inTransaction, type Tx } from "#lib/db/transaction.ts";
import type { StoredKey } from "#lib/domain/events/event-data.ts";
import { recordEvents } from "#lib/domain/events/record-events.ts";
import { parseNetwork } from "#lib/domain/partners/api-keys/allowed-networks.ts";
import type { Permission } from "#lib/domain/partners/api-keys/permissions.ts";
import { insertApiKey } from "#lib/domain/partners/api-keys/repository.ts";
import { hashSecret, newSecret } from "#lib/domain/partners/api-keys/secret.ts";
import { requireRoom } from "#lib/domain/partners/limits/require-room.ts";
import { lockAuthor } from "#lib/domain/partners/members/lock-author.ts";

/** The limits of a key besides its permissions. */
export type KeyLimits = {
  /** Null for a key that doesn't expire. */
  expiresAt: Date | null;
  /** Addresses and networks as CIDR that it works from; empty for any. */
  allowedNetworks: readonly string[];
};

export type CreatedApiKey = { id: ApiKeyId; secret: string };

/**
 * Creates an API key for a partner, and records the public event of it. The secret is returned once and never stored.
 * @throws TillError `params_validation` for a name that shows nothing, is longer than 64 characters or
 * contains control characters, an expiry that has passed, or a malformed network; `invalid_state` or
 * `rate_limited` when the partner has as many keys, or has created as many today, as it may.
 */
export async function createApiKey(
  partnerId: PartnerId,
  name: string,
  permissions: readonly Permission[],
  limits: KeyLimits = { expiresAt: null, allowedNetworks: [] },
): Promise<CreatedApiKey> {
  return inTransaction((tx) => createApiKeyIn(tx, partnerId, name, permissions, limits));
}

/** Creates an API key in the caller's transaction, as {@link createApiKey}. */
export async function createApiKeyIn(
  tx: Tx,
  partnerId: PartnerId,
  name: string,
  permissions: readonly Permission[],
  { expiresAt, allowedNetworks }: KeyLimits,
): Promise<CreatedApiKey> {
  if (!isPlainName(name)) {
    throw invalidField("name", "must be 1 to 64 characters, one of them visible, without control characters");
  }
  const createdById = await lockAuthor(tx);
  const now = clock.now();
  if (expiresAt !== null && expiresAt <= now) throw invalidField("expiresAt", "must be in the future");
  const networks = allowedNetworks.map((text) => {
    const network = parseNetwork(text);
    if (network !== null) return network;
    throw invalidField("allowedNetworks", `must be addresses or networks such as 203.0.113.0/24; ${text} is neither`);
  });
  const id = newId("key", now);
  const secret = newSecret(modeOf(partnerId));
  const key = { id, partnerId, name, permissions, secretHash: hashSecret(secret), hint: secret.slice(-4), now };
  const limits = { expiresAt, allowedNetworks: networks, createdBy: currentActor()?.name ?? null, createdById };
  const stored: StoredKey = { id, name, permissions, hint: key.hint, createdAt: now.toISOString() };
  await insertApiKey(tx, { ...key, ...limits });
  await requireRoom(tx, partnerId, "apiKeys");
  const event = {
    type: "api_key.created",
    partnerId,
    merchantId: null,
    about: { subject: id, data: JSON.stringify(stored) },
  } as const;
  await recordEvents(tx, [event], now);
  return { id, secret };
}
