"use client";

import { formatWhen, type Precision } from "#components/dashboard/format-when.ts";
import { useTimeZone } from "#components/dashboard/time-zone.tsx";

type WhenProps = {
  /** RFC 3339, as the server sends it. */
  at: string;
  precision?: Precision;
  /** Omits the zone where a heading names it. */
  isBare?: boolean;
  className?: string;
};

/** A time in the member's time zone, labelled as such, with the time in UTC as its title. */
export function When({ at, precision = "minute", isBare = false, className = "" }: WhenProps) {
  const timeZone = useTimeZone();
  return (
    <time
      dateTime={at}
      title={`${at.replace("T", " ").replace("Z", "")} UTC`}
      className={`whitespace-nowrap tabular-nums ${className}`}
      // The names of months and zones differ between the ICU data of the server and of a browser.
      suppressHydrationWarning
    >
      {formatWhen(at, precision, timeZone, isBare)}
    </time>
  );
}
