import { expect, test } from "vitest";
import { signWebhook } from "#lib/domain/webhooks/sign-webhook.ts";
import { UnverifiedWebhook, verifyWebhook } from "../../sdk/src/webhooks.ts";

const secret = `whsec_${Buffer.from("a secret of at least 24 bytes").toString("base64")}`;
const other = `whsec_${Buffer.from("another secret of 24 bytes or more").toString("base64")}`;
const body = JSON.stringify({ id: "evt_1", type: "payment.succeeded", data: { merchant: "Café Lumen" } });
const signed = (secrets: readonly string[], at = new Date()) => signWebhook(secrets, { id: "evt_1", at, body });

test("a webhook that the installation signed is its event, also while its secret is rotated", () => {
  expect(verifyWebhook(secret, signed([secret]), body)).toEqual(JSON.parse(body));
  expect(verifyWebhook(secret, new Headers(signed([other, secret])), body).type).toBe("payment.succeeded");
});

test.each([
  ["signed by another secret", signed([other]), body],
  ["too old", signed([secret], new Date(Date.now() - 600_000)), body],
  ["of the future", signed([secret], new Date(Date.now() + 600_000)), body],
  ["with another body", signed([secret]), body.replace("succeeded", "failed")],
  ["under another id", { ...signed([secret]), "webhook-id": "evt_2" }, body],
  ["without headers", {}, body],
  ["with a header sent twice", { ...signed([secret]), "webhook-id": ["evt_1", "evt_2"] }, body],
])("one %s is refused", (_case, headers, received) => {
  expect(() => verifyWebhook(secret, headers, received)).toThrow(UnverifiedWebhook);
});
