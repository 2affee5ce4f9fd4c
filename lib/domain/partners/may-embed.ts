import { isId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import { isEmbedOrigin } from "#lib/domain/partners/repository.ts";

/** True when the payment's partner has listed that very origin, so that its pages may show the checkout in a frame. */
export async function mayEmbed(paymentId: string, origin: string): Promise<boolean> {
  return isId("pay", paymentId) && isEmbedOrigin(database, paymentId, origin);
}
