import { currentActor } from "#lib/core/actor.ts";
import { clock } from "#lib/core/clock.ts";
import type { MerchantId } from "#lib/core/ids.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { isEmailConfigured } from "#lib/domain/partners/email-links/is-email-configured.ts";
import { listOwnersOfMerchant } from "#lib/domain/partners/members/repository.ts";
import { enqueue, type JobPayload } from "#lib/queue/enqueue.ts";

/** A changed destination: accounts as CAIP-10, null for none. */
type Change = Extract<JobPayload<"send_mail">, { kind: "destinations_changed" }>["changes"][number];

/**
 * Sends an email about changed destinations of a merchant to each owner of its partner, after the caller's transaction commits.
 * @param takesEffectAt null for at once.
 */
export async function notifyOwners(
  tx: Tx,
  merchantId: MerchantId,
  changes: readonly Change[],
  takesEffectAt: Date | null,
): Promise<void> {
  if (changes.length === 0 || !isEmailConfigured()) return;
  const actor = currentActor();
  const by = actor === null ? null : `${actor.kind === "api_key" ? "the API key " : ""}${actor.name}`;
  const at = clock.now().toISOString();
  for (const { email, merchantName } of await listOwnersOfMerchant(tx, merchantId)) {
    const facts = { merchantId, merchantName, changes: [...changes], by, at };
    const payload = { kind: "destinations_changed", email, ...facts } as const;
    const key = `destinations:${merchantId}:${at}:${email}`;
    await enqueue(tx, "send_mail", { ...payload, takesEffectAt: takesEffectAt?.toISOString() ?? null }, key);
  }
}
