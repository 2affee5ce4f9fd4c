import createClient, { type Client } from "openapi-fetch";
import { idempotentPaths, type paths } from "./api-types.ts";
import { createRetryingFetch, pauseUnlessAborted, type RetryOptions } from "./retry.ts";
import { readError } from "./till-error.ts";

export type TillOptions = {
  /** The installation's address, such as `https://pay.example.com`. */
  baseUrl: string;
  /** A partner's secret key. It must not reach a browser. */
  apiKey: string;
  /** The merchant to act for, unless a call names another. */
  merchantId?: string;
  /** The API version; 2026-02-18 by default, which the types describe. */
  version?: string;
  /** The most repeats of a request after an outage; 3 by default. */
  retries?: number;
  /** The longest that an attempt may take, in milliseconds; 40,000 by default, which is longer than a poll is held. */
  timeoutMs?: number;
  fetch?: RetryOptions["fetch"];
  pause?: RetryOptions["pause"];
};

export type PaymentStatus = paths["/v1/payments/{id}/status"]["get"]["responses"][200]["content"]["application/json"];

/** A page of a list, and what its request carries besides its filters. */
type Page<Item> = { data: Item[]; nextCursor: string | null };
type PageQuery = { cursor?: string };

/** A client of one installation, for one partner. */
export class Till {
  /**
   * Every call of the API by its path, typed from its document: `till.api.GET("/v1/payments/{id}", { params: { path: { id } } })`. An
   * answer that isn't a success throws a TillError.
   */
  readonly api: Client<paths>;

  constructor({ baseUrl, apiKey, merchantId, version = "2026-02-18", ...options }: TillOptions) {
    const { retries = 3, timeoutMs = 40_000, fetch = globalThis.fetch, pause = pauseUnlessAborted } = options;
    this.api = createClient<paths>({
      baseUrl: baseUrl.replace(/\/+$/, ""),
      fetch: createRetryingFetch({ fetch: (request) => fetch(request), retries, timeoutMs, pause }),
      headers: {
        "api-key": apiKey,
        "service-version": version,
        ...(merchantId === undefined ? {} : { "merchant-id": merchantId }),
      },
    });
    this.api.use({
      onRequest({ request, schemaPath }) {
        const takesKey = request.method === "POST" && idempotentPaths.has(schemaPath);
        // A repeated request with the same key returns the first answer and does nothing else.
        if (takesKey && !request.headers.has("idempotency-key"))
          request.headers.set("idempotency-key", crypto.randomUUID());
      },
      async onResponse({ response }) {
        if (!response.ok) throw await readError(response);
      },
    });
  }

  /**
   * Waits until a payment has ended.
   * @param signal ends the wait with its reason: `AbortSignal.timeout(600_000)` after ten minutes.
   * @throws TillError what the API answered, such as `payment_not_found`.
   */
  async waitForPayment(id: string, { signal }: { signal?: AbortSignal } = {}): Promise<PaymentStatus> {
    for (;;) {
      signal?.throwIfAborted();
      const query = { maxPollMs: 25_000 };
      const { data } = await this.api.GET("/v1/payments/{id}/status", {
        params: { path: { id }, query },
        ...(signal === undefined ? {} : { signal }),
      });
      if (data === undefined) throw new TypeError("the API answered without a body");
      if (data.isFinal) return data;
    }
  }
}

/**
 * Goes through every item of a list, page by page.
 * @param fetchPage fetches the page of a cursor: `(page) => till.api.GET("/v1/payments", { params: { query: { ...page, limit: 100 } } })`.
 */
export async function* items<Item>(
  fetchPage: (page: PageQuery) => Promise<{ data?: Page<Item> }>,
): AsyncGenerator<Item, void, undefined> {
  let page: PageQuery | null = {};
  while (page !== null) {
    const { data }: { data?: Page<Item> } = await fetchPage(page);
    yield* data?.data ?? [];
    page = data?.nextCursor == null ? null : { cursor: data.nextCursor };
  }
}
