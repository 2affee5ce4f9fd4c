/** The id of a heading, by which a link reaches it: lower case, with a hyphen for all else than letters and digits. */
export function headingId(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
}
