import type { TestPartner } from "#test/stack/partner.ts";

export type ApiAnswer = { status: number; headers: Headers; body: Record<string, unknown> };

export type ApiClient = {
  /** Sends a request as the partner, with Api-Key and Merchant-Id; `headers` adds to or replaces them. */
  merchant(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<ApiAnswer>;
  /** Sends a request as a buyer's wallet, with App-Id. */
  gateway(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<ApiAnswer>;
  /** Sends exactly this. */
  raw(method: string, path: string, init?: RequestInit): Promise<ApiAnswer>;
  /** Creates a payment. @returns its id and link. */
  createPayment(fields?: Record<string, unknown>): Promise<{ paymentId: string; link: string }>;
};

/** Creates a client that calls a running API as a test partner. */
export function createApiClient(baseUrl: string, partner: TestPartner): ApiClient {
  const raw: ApiClient["raw"] = async (method, path, init) => {
    const response = await fetch(baseUrl + path, { method, ...init });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === "" ? {} : JSON.parse(text) };
  };
  const send = (method: string, path: string, body: unknown, headers: Record<string, string>) =>
    raw(method, path, {
      headers: body === undefined ? headers : { "content-type": "application/json", ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const merchant: ApiClient["merchant"] = (method, path, body, headers) =>
    send(method, path, body, { "api-key": partner.apiKey, "merchant-id": partner.merchantId, ...headers });
  return {
    raw,
    merchant,
    gateway: (method, path, body, headers) => send(method, path, body, { "app-id": partner.appId, ...headers }),
    async createPayment(fields) {
      const amount = { unit: "iso4217/USD", value: "1000" };
      const { status, body } = await merchant("POST", "/v1/payments", { referenceId: "order 1", amount, ...fields });
      if (status !== 201) throw new Error(`no payment: ${JSON.stringify(body)}`);
      return { paymentId: String(body.paymentId), link: String(body.gatewayUrl) };
    },
  };
}
