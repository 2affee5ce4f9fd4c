import { invalidField, TillError } from "#lib/core/errors.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { parseEmbedOrigin } from "#lib/domain/partners/embed-origin.ts";
import { writeEmbedOrigins } from "#lib/domain/partners/repository.ts";
import { env } from "#lib/env/env.ts";

const most = 20;

/**
 * Sets which sites may show the checkout of a partner's payments in a frame, in place of those before; none takes all
 * away. Holds from the next page on; a checkout that is open stays.
 * @returns the origins as they are kept, each once.
 * @throws TillError `params_validation` for what is no origin (see {@link parseEmbedOrigin}) or more than 20;
 * `not_found` for an unknown partner.
 */
export async function setEmbedOrigins({ partnerId }: PartnerScope, texts: readonly string[]): Promise<string[]> {
  const mayBeLocal = env().PUBLIC_URL.startsWith("http:");
  const parsed = texts.map((text, index) => {
    const origin = parseEmbedOrigin(text, mayBeLocal);
    if (origin === null) throw invalidField(`embedOrigins.${index}`, "must be an origin such as https://shop.example");
    return origin;
  });
  const origins = [...new Set(parsed)];
  if (origins.length > most) throw invalidField("embedOrigins", `must be ${most} at most`);
  if (!(await inTransaction((tx) => writeEmbedOrigins(tx, partnerId, origins)))) throw new TillError("not_found");
  return origins;
}
