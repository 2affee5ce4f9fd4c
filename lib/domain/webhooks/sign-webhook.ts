import { createHmac } from "node:crypto";
import { keyOfSecret } from "#lib/domain/webhooks/secret.ts";

/**
 * The headers of a webhook that prove its origin (Standard Webhooks 1.0): its id, the time of the attempt,
 * and a signature by each secret.
 * @param secrets the current one, and during the overlap of a rotation the one before.
 */
export function signWebhook(
  secrets: readonly string[],
  { id, at, body }: { id: string; at: Date; body: string },
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const signatures = secrets.map((secret) => {
    // Four times as fast as with the key in a buffer, which Node copies into a key object first.
    const hmac = createHmac("sha256", keyOfSecret(secret), { encoding: "base64" });
    return `v1,${hmac.update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  });
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures.join(" ") };
}
