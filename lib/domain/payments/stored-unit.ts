import { LRUCache } from "lru-cache";
import { parseUnit, type Unit } from "#lib/core/money.ts";

/** There are only as many units as tokens and currencies, and parsing a token hashes its address. */
const known = new LRUCache<string, Unit>({ max: 1_000 });

/** Parses the unit of a payment's row. @throws Error when it is malformed, which no writer produces. */
export function storedUnit(text: string): Unit {
  const remembered = known.get(text);
  if (remembered !== undefined) return remembered;
  const unit = parseUnit(text);
  if (unit === null) throw new Error(`a payment has the malformed unit ${text}`);
  known.set(text, unit);
  return unit;
}
