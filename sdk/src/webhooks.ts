import { Webhook, WebhookVerificationError } from "standardwebhooks";
import type { webhooks } from "./api-types.ts";

/** An event, as its webhook carries it: `type` decides what `data` is. */
export type TillEvent = {
  [Type in keyof webhooks]: webhooks[Type]["post"]["requestBody"]["content"]["application/json"];
}[keyof webhooks];

/** The request did not come from the installation, or is older than five minutes. Answer it with 401. */
export class UnverifiedWebhook extends Error {
  override readonly name = "UnverifiedWebhook";
}

/**
 * Verifies a webhook and returns its event. An event may arrive more than once: keep the ids of those that you have handled.
 * @param secret the endpoint's signing secret, `whsec_…`, such as `process.env.TILL_WEBHOOK_SECRET`.
 * @param body the request's body exactly as it arrived, not parsed and written again.
 * @throws UnverifiedWebhook; TypeError without a secret.
 */
export function verifyWebhook(
  secret: string | undefined,
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>,
  body: string,
): TillEvent {
  if (!secret)
    throw new TypeError("The webhook secret is empty. Set the variable of the environment that it is read from.");
  try {
    return new Webhook(secret).verify(body, plain(headers)) as TillEvent;
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    throw new UnverifiedWebhook(error.message);
  }
}

/** The headers under their names in lower case; of one that was sent twice, all values, which never verify. */
function plain(headers: Parameters<typeof verifyWebhook>[1]): Record<string, string> {
  const entries = headers instanceof Headers ? [...headers] : Object.entries(headers);
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), String(value ?? "")]));
}
