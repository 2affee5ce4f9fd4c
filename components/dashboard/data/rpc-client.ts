import type { Issue } from "#lib/core/errors.ts";
import { shownMember } from "#lib/core/shown-member.ts";
import { pathIn } from "#lib/core/test-pages.ts";
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
  error: { code: "unreachable", message: "Till can't be reached. Check your connection and try again." },
};

/** The error of a procedure call, also of one without a usable answer, such as without a connection. */
export class RpcError extends Error {
  override readonly name = "RpcError";
  /** The status of the response, or null without one. */
  readonly status: number | null;
  readonly code: string;
  readonly issues: readonly Issue[];

  constructor(status: number | null, { error }: ErrorBody = unreachable, cause?: unknown) {
    super(error.message, { cause });
    this.status = status;
    this.code = error.code;
    this.issues = error.issues ?? [];
  }

  /** True if Till refused the request, and would refuse it again. Otherwise it failed, or may not have arrived. */
  get isRefusal(): boolean {
    return this.code !== unreachable.error.code && this.status !== null && this.status < 500;
  }

  /** The message of a form field's issue, or of an entry of its list; undefined when the field is valid. */
  issueOf(field: string): string | undefined {
    return this.issues.find((issue) => issue.field.replace(/\.\d+$/, "") === field)?.message;
  }
}

/** The user id of the member that the page shows, and its mode; null on pages without one. */
let shown: { userId: string; isTest: boolean } | null = null;

/**
 * Sets the member that the page shows, whom the calls from now on name. The server refuses them for any
 * other; the page then reloads.
 */
export function showMember(member: typeof shown): void {
  shown = member;
}

const callPath = (name: string) => pathIn(shown?.isTest ?? false, `/dashboard/data/${name}`);

/** Fetches a query by name. Redirects to the sign-in page when the session has ended. @throws RpcError. */
export async function fetchQuery<Name extends QueryName>(
  name: Name,
  input: QueryInput<Name>,
  signal?: AbortSignal,
): Promise<QueryOutput<Name>> {
  const url = `${callPath(name)}?input=${encodeURIComponent(JSON.stringify(input))}`;
  return send(url, signal ? { signal } : {});
}

/**
 * Sends a mutation by name. With `outlivesPage`, leaving the page doesn't break it off.
 * @throws RpcError, as {@link fetchQuery}.
 */
export async function sendMutation<Name extends MutationName>(
  name: Name,
  input: MutationInput<Name>,
  outlivesPage = false,
): Promise<MutationOutput<Name>> {
  return postJson(callPath(name), input, outlivesPage);
}

/** Posts JSON to a path of our own. @throws RpcError. */
export async function postJson<T>(path: string, input: unknown, keepalive = false): Promise<T> {
  const headers = { "content-type": "application/json" };
  return send(path, { method: "POST", headers, body: JSON.stringify(input), keepalive });
}

/** @throws RpcError, and the reason of an aborted signal, by which the query cache knows a call that it broke off itself. */
async function send<T>(
  path: string,
  init: Omit<RequestInit, "headers"> & { headers?: Record<string, string> },
): Promise<T> {
  let status: number | null = null;
  try {
    const headers = { ...init.headers, ...(shown !== null && { [shownMember.header]: shown.userId }) };
    const response = await fetch(path, { ...init, headers });
    status = response.status;
    const body: unknown = await response.json();
    if (response.ok) return body as T;
    throw new RpcError(status, isErrorBody(body) ? body : unreachable);
  } catch (error) {
    init.signal?.throwIfAborted();
    if (status === 401) location.assign(`/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`);
    if (error instanceof RpcError && error.code === shownMember.refusedCode) location.reload();
    throw error instanceof RpcError ? error : new RpcError(status, unreachable, error);
  }
}

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === "object" && body !== null && "error" in body;
}
