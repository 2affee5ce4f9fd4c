import { retryAfterMs } from "./retry.ts";

/** A field of a request that is wrong: a dotted path, and the rule that it breaks. */
export type Issue = { field: string; message: string };

/**
 * An error that the API answered. `code` is one of a closed list (see `/docs/errors` of the installation);
 * `message` is for people.
 */
export class TillError extends Error {
  override readonly name = "TillError";
  readonly status: number;
  readonly code: string;
  readonly issues: readonly Issue[];
  /** The id of the request, to quote to the operator; null when the answer carries none. */
  readonly requestId: string | null;
  /** The milliseconds after which the server asks to repeat the request; null when it doesn't. */
  readonly retryAfterMs: number | null;

  constructor(answer: {
    status: number;
    code: string;
    message: string;
    issues?: readonly Issue[];
    requestId: string | null;
    retryAfterMs: number | null;
  }) {
    super(answer.message);
    this.status = answer.status;
    this.code = answer.code;
    this.issues = answer.issues ?? [];
    this.requestId = answer.requestId;
    this.retryAfterMs = answer.retryAfterMs;
  }
}

/** Reads an error answer. One that isn't the API's own, such as a proxy's page, has the code `unexpected_answer`. */
export async function readError(response: Response): Promise<TillError> {
  const { status } = response;
  const facts = { status, requestId: response.headers.get("request-id"), retryAfterMs: retryAfterMs(response) };
  const body: unknown = await response.json().catch(() => null);
  if (isErrorBody(body)) return new TillError({ ...body, ...facts });
  const message = `The server answered ${status} without an error of the API. Check the base URL and what is in front of it.`;
  return new TillError({ ...facts, code: "unexpected_answer", message });
}

type ErrorBody = { code: string; message: string; issues?: readonly Issue[] };

function isErrorBody(body: unknown): body is ErrorBody {
  if (typeof body !== "object" || body === null) return false;
  return "code" in body && typeof body.code === "string" && "message" in body && typeof body.message === "string";
}
