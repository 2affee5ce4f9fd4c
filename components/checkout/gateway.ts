import { within } from "#components/checkout/within.ts";
import type { GatewayOptions, WireOption } from "#lib/api/schemas/gateway.ts";

/** The path of the calls of one payment or refund, and the App-Id of the page's requests. */
export type GatewayTarget = { path: string; appId: string };

/** Returns the target of a payment's calls. */
export function paymentTarget({ paymentId, appId }: { paymentId: string; appId: string }): GatewayTarget {
  return { path: `/v1/gateway/payment/${paymentId}`, appId };
}

const serviceVersion = "2026-02-19.preview";
const attempts = 5;
/** Several times what the server gives the networks for an answer. */
const silenceMs = 30_000;
/** Rate limits count minutes; only a budget of the day asks to wait longer. */
const longestLimitSeconds = 60;

type ErrorBody = { code: string; message: string; issues?: readonly { field: string }[] };

/** An error response of the gateway. */
export class GatewayRefusal extends Error {
  override readonly name = "GatewayRefusal";
  readonly status: number;
  readonly code: string;
  /** Seconds until a retry can succeed; 0 for at once. */
  readonly retryAfterSeconds: number;
  /** The fields that a validation error is about. */
  readonly fields: readonly string[];

  constructor(status: number, { code, message, issues = [] }: ErrorBody, retryAfterSeconds: number) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = issues.map(({ field }) => field);
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /** True when a budget of the day is used up: no retry helps before the next one. */
  get isBudgetUsedUp(): boolean {
    return this.status === 429 && this.retryAfterSeconds > longestLimitSeconds;
  }
}

/** True for the response of a gateway that got no answer from the payment's networks. Nothing was charged. */
export function isNetworkUnavailable(error: unknown): boolean {
  return error instanceof GatewayRefusal && error.status === 503 && error.code === "bad_gateway";
}

/**
 * Fetches what these accounts (CAIP-10) can pay with. `options` is null once the payment has ended. Networks that don't respond
 * are reported at once, because the buyer can be told.
 */
export function getOptions(target: GatewayTarget, accounts: readonly string[], signal: AbortSignal) {
  const isRetried = (error: unknown) => !isNetworkUnavailable(error);
  return postToGateway<GatewayOptions>(target, "options?includePaymentInfo=true", { accounts }, signal, isRetried);
}

/**
 * Submits the wallet's results, in the order of the option's actions. Safe to repeat. A network that doesn't respond is tried
 * twice, and then the buyer decides.
 */
export function confirm(target: GatewayTarget, { id }: WireOption, results: readonly string[], signal: AbortSignal) {
  const body = { optionId: id, results: results.map((result) => ({ type: "walletRpc", data: [result] })) };
  const isRetried = (error: unknown, attempt: number) => attempt === 1 || !isNetworkUnavailable(error);
  return postToGateway<unknown>(target, "confirm", body, signal, isRetried);
}

export function cancel(target: GatewayTarget, signal: AbortSignal) {
  return postToGateway<unknown>(target, "cancel", {}, signal);
}

/**
 * Sends a request, up to five times after network errors, 30 s without an answer, 429 and 5xx, except when a
 * budget of the day is used up. Every request here is safe to repeat.
 */
export function postToGateway<Answer>(
  target: GatewayTarget,
  call: string,
  body: object,
  signal: AbortSignal,
  isRetried?: IsRetried,
) {
  return repeat<Answer>(target, call, { method: "POST", body: JSON.stringify(body) }, signal, isRetried);
}

/** Reads something, as often as {@link postToGateway} sends it. */
export function getFromGateway<Answer>(
  target: GatewayTarget,
  call: string,
  signal: AbortSignal,
  isRetried?: IsRetried,
) {
  return repeat<Answer>(target, call, { method: "GET" }, signal, isRetried);
}

type IsRetried = (error: unknown, attempt: number) => boolean;
type GatewayRequest = { method: "GET" } | { method: "POST"; body: string };

async function repeat<Answer>(
  target: GatewayTarget,
  call: string,
  request: GatewayRequest,
  signal: AbortSignal,
  isRetried: IsRetried = () => true,
) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await within(silenceMs, signal, (ended) => send<Answer>(target, call, request, ended));
    } catch (error) {
      const isPermanent =
        error instanceof GatewayRefusal && error.status < 500 && (error.status !== 429 || error.isBudgetUsedUp);
      if (isPermanent || !isRetried(error, attempt) || signal.aborted || attempt === attempts) throw error;
      await new Promise((resolve) => setTimeout(resolve, 400 * 2 ** attempt));
    }
  }
}

/** @throws GatewayRefusal for an error response, and whatever `fetch` throws. */
async function send<Answer>(
  { path, appId }: GatewayTarget,
  call: string,
  request: GatewayRequest,
  signal: AbortSignal,
) {
  const response = await fetch(`${path}/${call}`, {
    ...request,
    headers: { "Content-Type": "application/json", "App-Id": appId, "Service-Version": serviceVersion },
    signal,
  });
  if (response.ok) return (await response.json()) as Answer;
  const refusal = (await response.json()) as ErrorBody;
  throw new GatewayRefusal(response.status, refusal, Number(response.headers.get("Retry-After")));
}
