import { LRUCache } from "lru-cache";
import { parseUnit, type Unit } from "#lib/core/money.ts";

/** Payments have as many units as there are tokens and currencies; checking an address again costs a hash each time. */
const known = new LRUCache<string, Unit>({ max: 1_000 });

/** The unit that a payment's row names. @throws Error when it is none: only ours were ever written. */
export function storedUnit(text: string): Unit {
  const remembered = known.get(text);
  if (remembered !== undefined) return remembered;
  const unit = parseUnit(text);
  if (unit === null) throw new Error(`a payment has the unreadable unit ${text}`);
  known.set(text, unit);
  return unit;
}
