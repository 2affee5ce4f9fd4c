import type { Issue } from "#lib/core/errors.ts";
import type { ActionInput, ActionName, ActionOutput, QueryInput, QueryName, QueryOutput } from "#lib/dashboard/wire.ts";

type ErrorBody = { error: { code: string; message: string; issues?: Issue[] } };

/** What the server answered instead of what it was asked for. */
export class DataError extends Error {
  override readonly name = "DataError";
  readonly status: number;
  readonly code: string;
  readonly issues: readonly Issue[];

  constructor(status: number, { error }: ErrorBody) {
    super(error.message);
    this.status = status;
    this.code = error.code;
    this.issues = error.issues ?? [];
  }

  /** What is wrong with a field of the form, as its label needs it; undefined when nothing is. */
  issueOf(field: string): string | undefined {
    return this.issues.find((issue) => issue.field === field)?.message;
  }
}

/** Reads by a query's name. @throws DataError; sends to sign in where nobody is signed in any more. */
export async function ask<Name extends QueryName>(
  name: Name,
  input: QueryInput<Name>,
  signal?: AbortSignal,
): Promise<QueryOutput<Name>> {
  const url = `/dashboard/data/${name}?input=${encodeURIComponent(JSON.stringify(input))}`;
  return read(await fetch(url, signal ? { signal } : {}));
}

/** Changes something by an action's name. @throws DataError, as {@link ask}. */
export async function act<Name extends ActionName>(name: Name, input: ActionInput<Name>): Promise<ActionOutput<Name>> {
  return post(`/dashboard/data/${name}`, input);
}

/** Sends JSON to one of our own addresses. @throws DataError. */
export async function post<T>(path: string, input: unknown): Promise<T> {
  const headers = { "content-type": "application/json" };
  return read(await fetch(path, { method: "POST", headers, body: JSON.stringify(input) }));
}

async function read<T>(response: Response): Promise<T> {
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) return body as T;
  if (response.status === 401) location.assign(`/sign-in?next=${encodeURIComponent(location.pathname)}`);
  const unreadable = {
    error: { code: "internal_error", message: "Can't reach the server. Check your connection and try again." },
  };
  throw new DataError(response.status, isErrorBody(body) ? body : unreadable);
}

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === "object" && body !== null && "error" in body;
}
