import { createdPayment } from "#lib/api/schemas/payment.ts";

/** Creates a payment through the API, like a shop. @returns its payment link. */
export async function createDemoPayment(baseUrl: string, apiKey: string, merchantId: string): Promise<string> {
  const response = await fetch(`${baseUrl}/v1/payments`, {
    method: "POST",
    headers: { "content-type": "application/json", "api-key": apiKey, "merchant-id": merchantId },
    body: JSON.stringify({
      referenceId: "DEMO-1",
      amount: { unit: "iso4217/USD", value: "1250" },
      expiresAt: Math.floor(Date.now() / 1_000) + 24 * 3_600,
    }),
  });
  const answer: unknown = await response.json();
  if (!response.ok) throw new Error(`creating a payment failed: ${JSON.stringify(answer)}`);
  return createdPayment.parse(answer).gatewayUrl;
}
