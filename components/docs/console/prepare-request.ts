import type { ConsoleDoc, ConsoleField } from "#lib/api/schemas/reference.ts";

export type ConsoleRequest = { target: string; headers: Record<string, string>; body: string | null };

/** Messages by the key of the field that they are about. */
export type Problems = Readonly<Record<string, string>>;

/** The values of a console: by {@link keyOf} for fields, by header for credentials. */
export type ConsoleValues = {
  fields: Readonly<Record<string, string>>;
  credentials: Readonly<Record<string, string>>;
  /** As typed. */
  body: string;
};

/** The key of a field's value and problem. */
export function keyOf({ place, name }: Pick<ConsoleField, "place" | "name">): string {
  return `${place}:${name}`;
}

/** Builds the request of a console from what was typed, or says which fields can't be sent. Empty fields are left out. */
export function prepareRequest(doc: ConsoleDoc, values: ConsoleValues): ConsoleRequest | { problems: Problems } {
  const problems: Record<string, string> = {};
  const headers: Record<string, string> = { "Service-Version": doc.version };
  const query = new URLSearchParams();
  let path = doc.path;
  for (const field of doc.fields) {
    const { place, name, isRequired } = field;
    const value = (values.fields[keyOf(field)] ?? "").trim();
    if (value === "") {
      if (isRequired && place !== "header") problems[keyOf(field)] = "is required";
    } else if (place === "path") {
      // A browser would drop these and the part before, so that the request is another one.
      if (/^\.{1,2}$/.test(value)) problems[keyOf(field)] = "must be an ID";
      path = path.replace(`{${name}}`, () => encodeURIComponent(value));
    } else if (place === "query") {
      query.append(name, value);
    } else {
      addHeader(headers, problems, name, keyOf(field), value);
    }
  }
  for (const { name } of doc.credentials) {
    const value = (values.credentials[name] ?? "").trim();
    if (value !== "") addHeader(headers, problems, name, name, value);
  }
  const body = doc.bodies === null ? null : values.body;
  if (body !== null) {
    headers["Content-Type"] = "application/json";
    if (!isJson(body)) problems.body = "must be JSON";
  }
  if (Object.keys(problems).length > 0) return { problems };
  const search = query.size === 0 ? "" : `?${query}`;
  return { target: `${path}${search}`, headers, body };
}

function addHeader(
  headers: Record<string, string>,
  problems: Record<string, string>,
  name: string,
  key: string,
  value: string,
): void {
  headers[name] = value;
  if (!/^[!-~]+$/.test(value)) problems[key] = "can only contain letters, digits and symbols, without spaces";
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
