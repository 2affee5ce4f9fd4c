/** The IANA names of time zones that this runtime knows, in alphabetical order, without UTC. */
export const timeZones: readonly string[] = Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC");
