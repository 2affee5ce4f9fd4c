import { containing } from "#lib/db/like-pattern.ts";
import type { Values } from "#lib/domain/payments/listing/values.ts";

/** So many newest payments show which grams every reference of a partner has. */
const sampled = 20;
/** So many grams are looked up; more of them narrow a search down no further than the comparison does. */
const lookedUp = 3;

/**
 * SQL that is true for rows of `payment p` whose reference holds a text, letter case included.
 *
 * `payment_by_reference_gram` has each partner's references by the runs of three characters in them. References of a
 * partner tend to begin alike, and reading where "ORD" occurs is reading of all payments: so only the grams of the text
 * that the newest references have least are looked up, and of those the last, where numbers are. What is found is
 * compared, so a bad guess costs time and nothing else. Texts of less than three characters are compared with all.
 * @param partner placeholder of the partner's id.
 */
export function referenceCondition(reference: string, partner: string, values: Values): string {
  const characters = [...reference];
  const grams = new Set(characters.slice(2).map((_, at) => characters.slice(at, at + 3).join("")));
  return `p.reference_id LIKE ${values.add(containing(reference))} AND reference_grams(p.partner_id, p.reference_id) @> (
    SELECT coalesce(array_agg((reference_grams(${partner}, gram))[1]), '{}') FROM (
      SELECT gram FROM unnest(${values.add([...grams])}::text[]) WITH ORDINALITY AS g (gram, place)
        LEFT JOIN (SELECT reference_id FROM payment WHERE partner_id = ${partner}
          ORDER BY created_at DESC, id DESC LIMIT ${sampled}) s ON strpos(s.reference_id, gram) > 0
      GROUP BY gram, place ORDER BY count(s.reference_id), place DESC LIMIT ${lookedUp}) rare)`;
}
