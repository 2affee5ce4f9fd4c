import { invalidField, TillError } from "#lib/core/errors.ts";
import { isId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { statement } from "#lib/db/statement.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { parseEmbedOrigin } from "#lib/domain/partners/embed-origin.ts";
import { lockAuthor } from "#lib/domain/partners/members/lock-author.ts";
import { updateEmbedOrigins } from "#lib/domain/partners/repository.ts";
import { env } from "#lib/env/env.ts";

const maxOrigins = 20;

/**
 * Replaces the list of origins that may embed a partner's checkouts; an empty list allows none. It applies from the next
 * page load on; checkouts that are already open stay.
 * @returns the stored origins, without duplicates.
 * @throws TillError `params_validation` for a text that isn't an origin (see {@link parseEmbedOrigin}) or more than 20
 * origins; `not_found` for an unknown partner.
 */
export async function setEmbedOrigins({ partnerId }: PartnerScope, texts: readonly string[]): Promise<string[]> {
  const mayBeLocal = env().PUBLIC_URL.startsWith("http:");
  const parsed = texts.map((text, index) => {
    const origin = parseEmbedOrigin(text, mayBeLocal);
    if (origin === null) throw invalidField(`embedOrigins.${index}`, "must be an origin such as https://shop.example");
    return origin;
  });
  const origins = [...new Set(parsed)];
  if (origins.length > maxOrigins) throw invalidField("embedOrigins", `must have at most ${maxOrigins} entries`);
  const isWritten = await inTransaction(async (tx) => {
    await lockAuthor(tx);
    return updateEmbedOrigins(tx, partnerId, origins);
  });
  if (!isWritten) throw new TillError("not_found");
  return origins;
}

const select = statement({
  name: "payment-embed-origin",
  text: `SELECT p.id FROM payment p JOIN partner r ON r.id = p.partner_id
    WHERE p.id = $1 AND $2::text = ANY (r.embed_origins)`,
});

/** True when the payment's partner allows the exact origin to embed its checkouts. Two look-ups by primary key. */
export async function mayEmbed(paymentId: string, origin: string): Promise<boolean> {
  return isId("pay", paymentId) && (await database.rows(select, [paymentId, origin])).length > 0;
}
