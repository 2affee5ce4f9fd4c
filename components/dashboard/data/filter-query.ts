/** The names of a filter's query parameters by field: comma-separated lists, and texts. */
export type FilterNames = { lists: Readonly<Record<string, string>>; texts: Readonly<Record<string, string>> };

/** Reads a filter from a URL query. Invalid values are kept for the server to reject, so that none is dropped silently. */
export function readFilter(params: URLSearchParams, { lists, texts }: FilterNames): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const [field, name] of Object.entries(lists)) {
    const values = params
      .getAll(name)
      .flatMap((text) => text.split(","))
      .filter(Boolean);
    if (values.length > 0) input[field] = values;
  }
  for (const [field, name] of Object.entries(texts)) {
    const value = params.get(name);
    if (value) input[field] = value;
  }
  return input;
}

/** Writes a filter's fields as query parameters that {@link readFilter} reads. */
export function filterParams(input: Readonly<Record<string, unknown>>, { lists, texts }: FilterNames): URLSearchParams {
  const params = new URLSearchParams();
  for (const [field, name] of Object.entries(lists)) {
    const values = (input[field] ?? []) as readonly string[];
    if (values.length > 0) params.set(name, values.join(","));
  }
  for (const [field, name] of Object.entries(texts)) {
    const value = input[field];
    if (value) params.set(name, String(value));
  }
  return params;
}

/** Returns the query of a URL: "?…", or "" without parameters. Commas are valid in it and easier to read. */
export function queryOf(params: URLSearchParams): string {
  const text = params.toString().replaceAll("%2C", ",");
  return text === "" ? "" : `?${text}`;
}

/** Converts the search parameters that Next gives to a page. */
export function toSearchParams(given: Readonly<Record<string, string | string[] | undefined>>): URLSearchParams {
  return new URLSearchParams(
    Object.entries(given).flatMap(([name, value]) => [value ?? []].flat().map((text) => [name, text])),
  );
}
