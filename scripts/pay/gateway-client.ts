import { z } from "zod";
import { depositAssets, fetchedActions, givenDeposit, paymentOptions } from "#lib/api/schemas/gateway.ts";
import { paymentStatusAnswer } from "#lib/api/schemas/payment.ts";
import { describeError } from "#scripts/process/describe-error.ts";

/** A payment's gateway and the App-Id to call it with. */
export type GatewayTarget = { baseUrl: string; paymentId: string; appId: string };

/** The version whose schemas the responses are parsed with. */
const serviceVersion = "2026-02-19.preview";

const errorBody = z.object({ code: z.string(), message: z.string() });

/** An error response from the gateway. */
class GatewayError extends Error {
  override readonly name = "GatewayError";
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(`${code} (${status}): ${message}`);
    this.status = status;
    this.code = code;
  }
}

/** Parses a payment link `<base>/pay/<payment id>`. @throws Error when it isn't one. */
export function readLink(link: string, appId: string): GatewayTarget {
  const url = URL.parse(link);
  const [, prefix, paymentId] = /^(.*)\/pay\/(pay_[0-9A-Z]+)\/?$/.exec(url?.pathname ?? "") ?? [];
  if (url === null || paymentId === undefined)
    throw new Error(`${link} isn't a payment link, which is <base URL>/pay/<payment id>.`);
  return { baseUrl: url.origin + (prefix ?? ""), paymentId, appId };
}

/** Gets the options that these accounts (CAIP-10) can pay with. */
export async function getOptions(target: GatewayTarget, accounts: readonly string[]) {
  return paymentOptions.parse(await post(target, "options?includePaymentInfo=true", { accounts }));
}

/** Fetches the wallet actions of an option that was returned without them. */
export async function fetchActions(target: GatewayTarget, optionId: string) {
  return fetchedActions.parse(await post(target, "fetch", { optionId })).actions;
}

/** Confirms an option with the wallet's results. */
export async function confirm(target: GatewayTarget, optionId: string, results: readonly string[]) {
  const body = { optionId, results: results.map((result) => ({ type: "walletRpc", data: [result] })) };
  return paymentStatusAnswer.parse(await post(target, "confirm", body));
}

/** Lists the tokens in which the payment can be paid by a transfer. */
export async function listAssets(target: GatewayTarget) {
  return depositAssets.parse(await request(target, "deposit", { method: "GET" }));
}

/** Asks for an address to transfer a token to. */
export async function giveAddress(target: GatewayTarget, asset: string) {
  return givenDeposit.parse(await post(target, "deposit", { asset }));
}

/** Long-polls the payment's status: returns when it changes, or after 25 s. */
export async function awaitStatus(target: GatewayTarget, maxPollMs = 25_000) {
  return paymentStatusAnswer.parse(await request(target, `status?maxPollMs=${maxPollMs}`, { method: "GET" }));
}

function post(target: GatewayTarget, path: string, body: object): Promise<unknown> {
  const headers = { "content-type": "application/json" };
  return request(target, path, { method: "POST", headers, body: JSON.stringify(body) });
}

async function request(target: GatewayTarget, path: string, init: RequestInit): Promise<unknown> {
  const url = `${target.baseUrl}/v1/gateway/payment/${target.paymentId}/${path}`;
  const headers = { ...init.headers, "app-id": target.appId, "service-version": serviceVersion };
  const response = await fetch(url, { ...init, headers }).catch((error: unknown) => {
    throw new Error(`${target.baseUrl} can't be reached: ${describeError(error)}`, { cause: error });
  });
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok && answer !== null) return answer;
  const refusal = errorBody.safeParse(answer).data;
  if (refusal !== undefined) throw new GatewayError(response.status, refusal.code, refusal.message);
  throw new Error(`${target.baseUrl} isn't a payment gateway: it answers with status ${response.status} and no JSON.`);
}
