import { containing } from "#lib/db/like-pattern.ts";
import type { Values } from "#lib/domain/payments/listing/values.ts";

/** The number of newest payments that show which trigrams are common in a partner's references. */
const sampled = 20;
/** The number of trigrams to look up; the comparison narrows the rest down faster than more look-ups. */
const lookedUp = 3;

/**
 * Writes the condition that the reference of `payment p` contains a text.
 *
 * The index `payment_by_reference_part` has the trigrams of each partner's references, in lower case. References of a partner
 * often start alike, so looking up "ord" would read all its payments. Only the trigrams that are rarest among the newest
 * references are looked up, and among these the last ones, where the digits are. The matches are then compared with the text, so
 * an unlucky choice costs time, not correctness. Texts shorter than three characters are compared with all references.
 * @param partner placeholder of the partner's id.
 */
export function referenceCondition(
  reference: string,
  partner: string,
  values: Values,
  { isCaseSensitive }: { isCaseSensitive: boolean },
): string {
  const characters = [...reference.toLowerCase()];
  const grams = new Set(characters.slice(2).map((_, at) => characters.slice(at, at + 3).join("")));
  const comparison = isCaseSensitive
    ? `p.reference_id LIKE ${values.add(containing(reference))}`
    : `lower(p.reference_id) LIKE ${values.add(containing(reference.toLowerCase()))}`;
  return `${comparison} AND reference_grams(p.partner_id, lower(p.reference_id)) @> (
    SELECT coalesce(array_agg((reference_grams(${partner}, gram))[1]), '{}') FROM (
      SELECT gram FROM unnest(${values.add([...grams])}::text[]) WITH ORDINALITY AS g (gram, place)
        LEFT JOIN (SELECT lower(reference_id) AS reference FROM payment WHERE partner_id = ${partner}
          ORDER BY created_at DESC, id DESC LIMIT ${sampled}) s ON strpos(s.reference, gram) > 0
      GROUP BY gram, place ORDER BY count(s.reference), place DESC LIMIT ${lookedUp}) rare)`;
}
