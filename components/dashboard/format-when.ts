export type Precision = "day" | "minute" | "second";

const day = { day: "numeric", month: "short", year: "numeric" } as const;
const minute = { ...day, hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
const options = { day, minute, second: { ...minute, second: "2-digit" } } as const;

const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Formats a time, such as "20 Nov 2026, 10:31 CET".
 * @param at in RFC 3339.
 * @param timeZone is an IANA name.
 * @param isBare omits the zone, as for days.
 */
export function formatWhen(at: string, precision: Precision, timeZone: string, isBare: boolean): string {
  const hasZone = !isBare && precision !== "day";
  const key = `${precision} ${timeZone} ${hasZone}`;
  const format = formats.get(key) ?? formatOf(precision, timeZone, hasZone);
  formats.set(key, format);
  return format.format(new Date(at));
}

function formatOf(precision: Precision, timeZone: string, hasZone: boolean): Intl.DateTimeFormat {
  const zone = hasZone ? ({ timeZoneName: "short" } as const) : {};
  try {
    return new Intl.DateTimeFormat("en-GB", { ...options[precision], ...zone, timeZone });
  } catch {
    // The server may know zones that this browser doesn't.
    return new Intl.DateTimeFormat("en-GB", { ...options[precision], timeZoneName: "short", timeZone: "UTC" });
  }
}
