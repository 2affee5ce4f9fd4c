import createClient, { type FetchResponse, type MaybeOptionalInit } from "openapi-fetch";
import { idempotentPaths, type paths } from "./api-types.ts";
import { createRetryingFetch, pauseUnlessAborted, type RetryOptions } from "./retry.ts";
import { readError } from "./till-error.ts";

// biome-ignore lint/performance/noBarrelFile: programs import all that they need from the root of the package.
export { type Issue, TillError } from "./till-error.ts";

export type TillOptions = {
  /** The installation's address, such as `https://pay.example.com`. */
  baseUrl: string;
  /** A partner's secret key, such as `process.env.API_KEY`. It must not reach a browser. */
  apiKey: string | undefined;
  /** The merchant to act for, unless a call names another. */
  merchantId?: string | undefined;
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

type Advance<Path extends "/v1/test/payments/{id}/advance" | "/v1/test/refunds/{id}/advance"> =
  paths[Path]["post"]["requestBody"]["content"]["application/json"];
/** The status that a test payment is to reach, such as `{ to: "succeeded" }`. */
export type PaymentMove = Advance<"/v1/test/payments/{id}/advance">;
/** The status that a requested refund of a test payment is to reach. */
export type RefundMove = Advance<"/v1/test/refunds/{id}/advance">;

type Method = "get" | "post" | "put" | "patch" | "delete";
type PathOf<M extends Method> = {
  [Path in keyof paths]: paths[Path] extends Record<M, object> ? Path : never;
}[keyof paths];
type Operation<Path extends keyof paths, M extends Method> = Extract<paths[Path][M], Record<string, unknown>>;

/** A call by its path. Errors are thrown, so an answer always has `data`. */
type Call<M extends Method> = <Path extends PathOf<M>, Init extends MaybeOptionalInit<paths[Path], M>>(
  path: Path,
  ...init: undefined extends Init ? [Init?] : [Init]
) => Promise<Extract<FetchResponse<Operation<Path, M>, Init, "application/json">, { data: unknown }>>;

/** Every call of the API, typed from its document. */
export type TillApi = { [M in Method as Uppercase<M>]: Call<M> };

/** A page of a list, and what its request carries besides its filters. */
type Page<Item> = { data: Item[]; nextCursor: string | null };
type PageQuery = { cursor?: string };

/** A client of one installation, for one partner. */
export class Till {
  /**
   * Every call of the API by its path, typed from its document: `till.api.GET("/v1/payments/{id}", { params:
   * { path: { id } } })`. An answer that isn't a success throws a TillError.
   */
  readonly api: TillApi;
  /**
   * Moves test payments and their refunds, as buyers, wallets and time do. The key is one of test mode.
   * @throws TillError `forbidden` for a live key, `invalid_state` for a move that can't be made.
   */
  readonly test = {
    advance: async (id: string, move: PaymentMove): Promise<PaymentStatus> => {
      const init = { params: { path: { id } }, body: move };
      return (await this.api.POST("/v1/test/payments/{id}/advance", init)).data;
    },
    advanceRefund: async (id: string, move: RefundMove) => {
      const init = { params: { path: { id } }, body: move };
      return (await this.api.POST("/v1/test/refunds/{id}/advance", init)).data;
    },
  };
  /**
   * Paying by a transfer to an address of the payment, for a checkout of your own. The payment must accept transfers.
   * @throws TillError `invalid_state` for a payment that takes none, `payment_expired` after its expiry.
   */
  readonly transfers = {
    /** Lists the tokens that can be sent, and what has to arrive of each. */
    listAssets: async (id: string) => {
      const init = { params: { path: { id } } };
      return (await this.api.GET("/v1/gateway/payment/{id}/deposit", init)).data;
    },
    /** Gets the address for a token (CAIP-19). The same token gives the same address while its price holds. Keep the `code`. */
    giveAddress: async (id: string, asset: string) => {
      const init = { params: { path: { id } }, body: { asset } };
      return (await this.api.POST("/v1/gateway/payment/{id}/deposit", init)).data;
    },
    /** Names the buyer's own account (CAIP-10) for a refund, once, with the `code` of the address. */
    nameRefundAccount: async (id: string, named: { code: string; account: string }) => {
      const init = { params: { path: { id } }, body: named };
      return (await this.api.POST("/v1/gateway/payment/{id}/deposit/refund", init)).data;
    },
  };
  readonly #pause: RetryOptions["pause"];

  /** @throws TypeError without an API key. */
  constructor({ baseUrl, apiKey, merchantId, version = "2026-02-18", ...options }: TillOptions) {
    if (!apiKey) throw new TypeError("apiKey is empty. Set the variable of the environment that it is read from.");
    const { retries = 3, timeoutMs = 40_000, fetch = globalThis.fetch, pause = pauseUnlessAborted } = options;
    const client = createClient<paths>({
      baseUrl: baseUrl.replace(/\/+$/, ""),
      fetch: createRetryingFetch({ fetch: (request) => fetch(request), retries, timeoutMs, pause }),
      headers: {
        "api-key": apiKey,
        "service-version": version,
        ...(merchantId === undefined ? {} : { "merchant-id": merchantId }),
      },
    });
    client.use({
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
    this.api = client as TillApi;
    this.#pause = pause;
  }

  /**
   * Waits until a payment has ended.
   * @param signal ends the wait with its reason: `AbortSignal.timeout(600_000)` after ten minutes.
   * @throws TillError what the API answered, such as `payment_not_found`.
   */
  async waitForPayment(id: string, { signal = new AbortController().signal }: { signal?: AbortSignal } = {}) {
    for (;;) {
      signal.throwIfAborted();
      const params = { path: { id }, query: { maxPollMs: 25_000 } };
      const { data } = await this.api.GET("/v1/payments/{id}/status", { params, signal });
      if (data.isFinal) return data satisfies PaymentStatus;
      // A server that is shutting down answers at once: without the pause, the client would ask in a tight loop.
      await this.#pause(data.pollInMs ?? 1_000, signal);
    }
  }
}

/**
 * Goes through every item of a list, page by page.
 * @param fetchPage fetches the page of a cursor: `(page) => till.api.GET("/v1/payments", { params: { query: {
 * ...page, limit: 100 } } })`.
 */
export async function* items<Item>(
  fetchPage: (page: PageQuery) => Promise<{ data: Page<Item> }>,
): AsyncGenerator<Item, void, undefined> {
  let page: PageQuery | null = {};
  while (page !== null) {
    const { data: found }: { data: Page<Item> } = await fetchPage(page);
    yield* found.data;
    page = found.nextCursor === null ? null : { cursor: found.nextCursor };
  }
}
