import { createHmac } from "node:crypto";
import { keyOfSecret } from "#lib/domain/webhooks/secret.ts";

/**
 * The headers of a webhook that prove its origin (Standard Webhooks 1.0): its id, the time of the attempt, and a signature by each
 * secret.
 * @param secrets the current one, and during the overlap of a rotation the one before.
 */
export function signWebhook(
  secrets: readonly string[],
  { id, at, body }: { id: string; at: Date; body: string },
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const signatures = secrets.map((secret) => {
    const signature = createHmac("sha256", keyOfSecret(secret)).update(`${id}.${timestamp}.${body}`).digest("base64");
    return `v1,${signature}`;
  });
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures.join(" ") };
}
