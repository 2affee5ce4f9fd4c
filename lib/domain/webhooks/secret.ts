import { randomBytes } from "node:crypto";
import { TillError } from "#lib/core/errors.ts";
import type { WebhookEndpointId } from "#lib/core/ids.ts";
import { env } from "#lib/env/env.ts";
import { type Sealed, seal, unseal } from "#lib/env/seal.ts";

const prefix = "whsec_";
const secretBytes = 32;

/** Creates a signing secret as Standard Webhooks writes them: `whsec_` and 256 random bits in base64. */
export function newSigningSecret(): string {
  return prefix + randomBytes(secretBytes).toString("base64");
}

/** The key of a signing secret, in base64. */
export function keyOfSecret(secret: string): string {
  return secret.slice(prefix.length);
}

/** The place that an endpoint's secrets are sealed for. */
export const placeOf = (id: WebhookEndpointId): string => `webhook_endpoint:${id}`;

/**
 * Encrypts a signing secret for its endpoint.
 * @throws TillError `invalid_state` when this installation has no key to encrypt with.
 */
export function sealSecret(id: WebhookEndpointId, secret: string): Sealed {
  if (env().DATA_ENCRYPTION_KEY === undefined) {
    throw new TillError("invalid_state", {
      message:
        "This installation can't keep signing secrets, because it has no DATA_ENCRYPTION_KEY. Ask its operator to set one, then try again.",
    });
  }
  return seal(secret, placeOf(id));
}

/** Decrypts a signing secret. @throws Error when its key is not configured. */
export function unsealSecret(id: WebhookEndpointId, sealed: Sealed): string {
  return unseal(sealed, placeOf(id));
}
