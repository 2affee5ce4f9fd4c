/** Places that were renamed, whose old names this runtime still lists. It accepts both. */
const renamed: Readonly<Record<string, string>> = {
  "Africa/Asmera": "Africa/Asmara",
  "America/Godthab": "America/Nuuk",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Europe/Kiev": "Europe/Kyiv",
};

/** The IANA names of time zones that this runtime knows, in alphabetical order, without UTC. */
export const timeZones: readonly string[] = [
  ...new Set(Intl.supportedValuesOf("timeZone").map((zone) => renamed[zone] ?? zone)),
]
  .filter((zone) => zone !== "UTC")
  .sort();
