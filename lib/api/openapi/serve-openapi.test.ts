import { describe, expect, test } from "vitest";
import { serveOpenApi } from "#lib/api/openapi/serve-openapi.ts";
import { setEnv } from "#test/env/set-env.ts";

setEnv({ PUBLIC_URL: "https://till.example" });
const ask = (query = "") => serveOpenApi(new Request(`https://till.example/openapi.json${query}`));

describe("/openapi.json", () => {
  test.for([
    ["", "2026-02-18"],
    ["?version=2026-02-18", "2026-02-18"],
    ["?version=2026-02-19.preview", "2026-02-19.preview"],
  ] as const)("%s is the document of %s", async ([query, version]) => {
    const response = ask(query);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(await response.json()).toMatchObject({
      openapi: "3.1.0",
      info: { version },
      servers: [{ url: "https://till.example" }],
    });
  });

  test.for([
    ["?version=2020-01-01", "unknown_api_version"],
    ["?version=newest", "invalid_api_version"],
    ["?version=", "invalid_api_version"],
  ] as const)("%s gets the API's 400 error", async ([query, code]) => {
    const response = ask(query);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ code, message: expect.any(String) });
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("request-id")).toMatch(/./);
  });

  test("can be read by any web page, and cached for five minutes", () => {
    const { headers } = ask();
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("cache-control")).toBe("public, max-age=300");
  });
});
