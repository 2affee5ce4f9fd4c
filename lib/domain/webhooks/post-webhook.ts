import type { EventId, WebhookEndpointId } from "#lib/core/ids.ts";
import { processSingleton } from "#lib/core/process-singleton.ts";
import type { Network } from "#lib/domain/platform/outbound/checked-address.ts";
import { createPost, type Post, type Posted, resolveSystem } from "#lib/domain/platform/outbound/post.ts";
import { isPublicAddress } from "#lib/domain/platform/outbound/public-address.ts";
import { resolveHost } from "#lib/domain/platform/outbound/resolve-host.ts";
import { isAllowedPrivateHost } from "#lib/domain/webhooks/endpoint-url.ts";
import { unsealSecret } from "#lib/domain/webhooks/secret.ts";
import { signWebhook } from "#lib/domain/webhooks/sign-webhook.ts";
import type { Sealed } from "#lib/env/seal.ts";

/** From name resolution to the status of the answer. */
export const attemptTimeoutMs = 10_000;

const internet: Network = { isAllowedAddress: isPublicAddress, resolve: resolveHost };
const ownNetwork: Network = { isAllowedAddress: () => true, resolve: resolveSystem };
const posts = processSingleton("webhook-posts", () => ({
  internet: createPost(internet, attemptTimeoutMs),
  ownNetwork: createPost(ownNetwork, attemptTimeoutMs),
}));

/** The sealed secrets of an endpoint. */
export type SealedSecrets = {
  id: WebhookEndpointId;
  secret: Buffer;
  secretKeyId: string;
  oldSecret: Buffer | null;
  oldSecretKeyId: string | null;
  oldSecretUntil: Date | null;
};

/** Decrypts the secrets that sign now. @throws Error when their key is not configured. */
export function secretsOf(endpoint: SealedSecrets, now: Date): string[] {
  const { id, oldSecret, oldSecretKeyId, oldSecretUntil } = endpoint;
  const open = (keyId: string, sealed: Buffer) => unsealSecret(id, { keyId, sealed } satisfies Sealed);
  const current = open(endpoint.secretKeyId, endpoint.secret);
  if (oldSecret === null || oldSecretKeyId === null || oldSecretUntil === null || oldSecretUntil <= now)
    return [current];
  return [current, open(oldSecretKeyId, oldSecret)];
}

/** Sends a webhook, once. It connects to public addresses, and to hosts that the operator allows. Never throws. */
export function postWebhook(
  url: URL,
  secrets: readonly string[],
  message: { id: EventId; at: Date; body: string },
): Promise<Posted> {
  const headers = {
    ...signWebhook(secrets, message),
    "content-type": "application/json; charset=utf-8",
    "user-agent": "Till-Webhooks",
  };
  const post: Post = isAllowedPrivateHost(url.hostname) ? posts().ownNetwork : posts().internet;
  return post(url, headers, message.body);
}

/** The outcome of an attempt as it is stored and shown. */
export type Outcome = {
  /** The HTTP status; null when no answer came. */
  status: number | null;
  /** Null for a success. */
  error: string | null;
  latencyMs: number;
  /** The first 2 KB of the answer; null when none came. */
  answer: string | null;
};

/** Returns the outcome of an attempt, with the error in the partner's words. */
export function outcomeOf(posted: Posted): Outcome {
  const error = errorOf(posted);
  const { latencyMs } = posted;
  if (posted.kind === "unanswered") return { status: null, error, latencyMs, answer: null };
  return { status: posted.status, error, latencyMs, answer: posted.answer };
}

function errorOf(posted: Posted): string | null {
  if (posted.kind === "unanswered") return sentence(posted.error);
  const { status } = posted;
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400)
    return `The endpoint responded with a redirect (${status}), which isn't followed. Use its target as the URL.`;
  return `The endpoint responded with status ${status}. Any status from 200 to 299 confirms the webhook.`;
}

const sentence = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
