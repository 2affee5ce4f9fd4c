import { LRUCache } from "lru-cache";
import type { ApiRequest } from "#lib/api/http.ts";
import { processSingleton } from "#lib/core/process-singleton.ts";
import type { Quota } from "#lib/domain/platform/rate-limit/quota.ts";
import { countedAddress } from "#lib/edge/client-address.ts";

type Refusal = { quota: Quota; message: string | undefined };

const remembered = 10_000;
/** Longer ones than any credentials aren't remembered, so that they don't fill the memory. */
const maxCharacters = 300;
const refused = processSingleton("refused-clients", () => new LRUCache<string, Refusal>({ max: remembered }));

/** Remembers that a limit refuses the request's credentials until it resets. */
export function rememberRefused(request: ApiRequest, quota: Quota, message: string | undefined): void {
  const client = clientOf(request);
  if (client.length <= maxCharacters) refused().set(client, { quota, message });
}

/** Returns the limit that has refused the same credentials from the same address and hasn't reset; null without one. */
export function findRefused(request: ApiRequest, nowMs: number): Refusal | null {
  const client = clientOf(request);
  const refusal = refused().get(client);
  if (refusal === undefined) return null;
  if (refusal.quota.resetsAtMs > nowMs) return refusal;
  refused().delete(client);
  return null;
}

/** An address without credentials is a client too. Other credentials from the same address are another one. */
function clientOf(request: ApiRequest): string {
  const names = ["api-key", "x-api-key", "app-id"].map((name) => request.header(name) ?? "");
  return [countedAddress(request.remoteAddress), ...names, request.member?.userId ?? ""].join("\n");
}
