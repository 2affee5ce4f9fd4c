import type { Issue } from "#lib/core/errors.ts";
import type {
  MutationInput,
  MutationName,
  MutationOutput,
  QueryInput,
  QueryName,
  QueryOutput,
} from "#lib/dashboard/rpc/contract.ts";

type ErrorBody = { error: { code: string; message: string; issues?: Issue[] } };

const unreachable: ErrorBody = {
  error: { code: "internal_error", message: "Can't reach the server. Check your connection and try again." },
};

/** The error of a procedure call. */
export class RpcError extends Error {
  override readonly name = "RpcError";
  readonly status: number;
  readonly code: string;
  readonly issues: readonly Issue[];

  constructor(status: number, { error }: ErrorBody = unreachable) {
    super(error.message);
    this.status = status;
    this.code = error.code;
    this.issues = error.issues ?? [];
  }

  /** The message of a form field's issue; undefined when the field is valid. */
  issueOf(field: string): string | undefined {
    return this.issues.find((issue) => issue.field === field)?.message;
  }
}

/** Fetches a query by name. Redirects to the sign-in page when the session has ended. @throws RpcError. */
export async function fetchQuery<Name extends QueryName>(
  name: Name,
  input: QueryInput<Name>,
  signal?: AbortSignal,
): Promise<QueryOutput<Name>> {
  const url = `/dashboard/data/${name}?input=${encodeURIComponent(JSON.stringify(input))}`;
  return readResponse(await fetch(url, signal ? { signal } : {}));
}

/** Sends a mutation by name. With `outlivesPage`, leaving the page doesn't break it off. @throws RpcError, as {@link fetchQuery}. */
export async function sendMutation<Name extends MutationName>(
  name: Name,
  input: MutationInput<Name>,
  outlivesPage = false,
): Promise<MutationOutput<Name>> {
  return postJson(`/dashboard/data/${name}`, input, outlivesPage);
}

/** Posts JSON to a path of our own. @throws RpcError. */
export async function postJson<T>(path: string, input: unknown, keepalive = false): Promise<T> {
  const headers = { "content-type": "application/json" };
  return readResponse(await fetch(path, { method: "POST", headers, body: JSON.stringify(input), keepalive }));
}

async function readResponse<T>(response: Response): Promise<T> {
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) return body as T;
  if (response.status === 401) location.assign(`/sign-in?next=${encodeURIComponent(location.pathname)}`);
  throw new RpcError(response.status, isErrorBody(body) ? body : unreachable);
}

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === "object" && body !== null && "error" in body;
}
