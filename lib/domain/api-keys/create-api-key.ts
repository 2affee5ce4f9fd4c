import { clock } from "#lib/core/clock.ts";
import { type ApiKeyId, newId, type PartnerId } from "#lib/core/ids.ts";
import type { Permission } from "#lib/domain/api-keys/permissions.ts";
import { insertApiKey } from "#lib/domain/api-keys/repository.ts";
import { hashSecret, newSecret } from "#lib/domain/api-keys/secret.ts";

export type CreatedApiKey = { id: ApiKeyId; secret: string };

/** Makes an API key of a partner. The secret is in the answer and nowhere else. */
export async function createApiKey(
  partnerId: PartnerId,
  name: string,
  permissions: readonly Permission[],
): Promise<CreatedApiKey> {
  const now = clock.now();
  const id = newId("key", now);
  const secret = newSecret();
  await insertApiKey({ id, partnerId, name, permissions, secretHash: hashSecret(secret), hint: secret.slice(-4), now });
  return { id, secret };
}
