import { describe, expect, test } from "vitest";
import { corsHeaders, preflightHeaders } from "#lib/api/cors.ts";
import { makeRequest } from "#test/api/make-request.ts";
import { setEnv } from "#test/env/set-env.ts";

setEnv({ CORS_MERCHANT_ORIGINS: "https://pos.example, https://shop.example:8443" });

const headersOf = (url: string, origin?: string) =>
  corsHeaders(makeRequest({ url, headers: origin === undefined ? {} : { origin } }));

describe("a browser may read", () => {
  test.for(["https://wallet.example", "null", undefined])("the gateway from any origin, such as %s", (origin) => {
    expect(headersOf("/v1/gateway/payment/pay_1", origin)).toEqual({
      "access-control-allow-origin": "*",
      "access-control-expose-headers":
        "Request-Id, Retry-After, RateLimit, RateLimit-Policy, Service-Version, WCP-Version, Idempotent-Replayed, Deprecation, Link",
    });
  });

  test.for(["https://pos.example", "https://shop.example:8443"])(
    "the merchant API from the configured origin %s",
    (origin) => {
      expect(headersOf("/v1/payments", origin)).toMatchObject({
        "access-control-allow-origin": origin,
        vary: "Origin",
      });
    },
  );
});

describe("a browser may not read the merchant API", () => {
  test.for([
    undefined,
    "null",
    "https://evil.example",
    "http://pos.example",
    "https://pos.example:444",
    "https://pos.example.evil.example",
    "https://xpos.example",
    "https://POS.example",
    "*",
    "",
  ])("from the origin %j", (origin) => {
    expect(headersOf("/v1/payments", origin)).toEqual({});
  });

  test.for(["/v1/gateway", "/v1/gatewayx/payment", "/v1/payments/gateway/", "/V1/GATEWAY/x", "//v1/gateway/x"])(
    "at %s, which isn't the gateway",
    (url) => {
      expect(headersOf(url, "https://evil.example")).toEqual({});
    },
  );
});

test("a preflight allows every header that a client may send, and no credentials", () => {
  const headers = preflightHeaders(makeRequest({}), []);
  const allowed = headers["access-control-allow-headers"]?.toLowerCase().split(", ");
  expect(allowed).toEqual(
    expect.arrayContaining([
      ...["content-type", "api-key", "app-id", "client-id", "merchant-id", "idempotency-key", "request-id"],
      ...["service-version", "wcp-version", "api-version", "sdk-name", "sdk-version", "sdk-platform"],
    ]),
  );
  expect(headers).not.toHaveProperty("access-control-allow-credentials");
});

test.for(["traceparent", "content-type,app-id,traceparent,sentry-trace, baggage", "x-custom-1"])(
  "a preflight allows the headers that a browser asks for, which its page's tools may have added: %s",
  (asked) => {
    const headers = preflightHeaders(makeRequest({ headers: { "access-control-request-headers": asked } }), [
      "till-key",
    ]);
    expect(headers["access-control-allow-headers"]).toBe(asked);
  },
);

test.for(["", "a b", "a,,b", "*,\u00e9", "a:b"])(
  "a preflight for what is no list of headers allows those of the API: %j",
  (asked) => {
    const headers = preflightHeaders(makeRequest({ headers: { "access-control-request-headers": asked } }), [
      "till-key",
    ]);
    expect(headers["access-control-allow-headers"]).toMatch(/^Content-Type, .*, till-key$/);
  },
);
