import { embeddedPaymentId } from "#app/_request/page-paths.ts";
import { mayEmbed } from "#lib/domain/partners/embed-origins.ts";

/**
 * Returns the origin that may frame the embedded checkout at this URL: the one in `?origin=`, if the payment's partner
 * lists it (docs/decisions/0014-embed.md). Reads the database for `/embed/…`, and returns null for every other path.
 */
export async function findEmbedOrigin({ pathname, searchParams }: URL): Promise<string | null> {
  const paymentId = embeddedPaymentId(pathname);
  const origin = searchParams.get("origin");
  if (paymentId === null || origin === null) return null;
  return (await mayEmbed(paymentId, origin)) ? origin : null;
}
