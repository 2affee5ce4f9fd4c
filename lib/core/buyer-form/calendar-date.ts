const pattern = /^(\d{4})-(\d{2})-(\d{2})$/;

/** True for an existing date as YYYY-MM-DD (RFC 3339 full-date); false for 2023-02-29. */
export function isCalendarDate(text: string): boolean {
  const [, year, month, day] = pattern.exec(text) ?? [];
  if (year === undefined) return false;
  const time = new Date(`${text}T00:00:00Z`);
  return time.getUTCMonth() + 1 === Number(month) && time.getUTCDate() === Number(day);
}
