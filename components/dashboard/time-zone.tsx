"use client";

import { createContext, type ReactNode, useContext } from "react";

const TimeZoneContext = createContext("UTC");

/** Sets the time zone of the times inside: an IANA name, or null for UTC. */
export function TimeZoneProvider({ timeZone, children }: { timeZone: string | null; children: ReactNode }) {
  return <TimeZoneContext value={timeZone ?? "UTC"}>{children}</TimeZoneContext>;
}

/** Returns the IANA name of the time zone in which times are shown here. */
export function useTimeZone(): string {
  return useContext(TimeZoneContext);
}

/** The name of the time zone, for headings: UTC, or Europe/Berlin. */
export function ZoneName() {
  return <>{useTimeZone().replaceAll("_", " ")}</>;
}
