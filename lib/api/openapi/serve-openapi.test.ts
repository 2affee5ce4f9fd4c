import { describe, expect, test } from "vitest";
import { reference } from "#lib/api/openapi/build-reference.ts";
import { serveOpenApi, servePostman } from "#lib/api/openapi/serve-openapi.ts";
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

describe("/docs/postman.json", () => {
  test("has every operation with the reader's key as a variable, and no secret", async () => {
    const response = servePostman(new Request("https://till.example/docs/postman.json"));
    const { item, variable } = (await response.json()) as {
      item: { item: { name: string; request: { url: string; header: { key: string; value: string }[] } }[] }[];
      variable: { key: string; value: string }[];
    };
    const requests = item.flatMap((folder) => folder.item);
    const create = requests.find(({ name }) => name === "Create a payment")?.request;
    expect(create?.url).toBe("{{baseUrl}}/v1/payments");
    expect(create?.header).toContainEqual({ key: "Api-Key", value: "{{apiKey}}" });
    expect(create?.header).toContainEqual({ key: "Idempotency-Key", value: "{{$guid}}" });
    expect(requests.length).toBe(reference("2026-02-18").groups.flatMap(({ operations }) => operations).length);
    expect(variable).toContainEqual({ key: "baseUrl", value: "https://till.example" });
    expect(JSON.stringify(item)).not.toContain('"$');
  });

  test("of an unknown version is the API's 400 error", () => {
    expect(servePostman(new Request("https://till.example/docs/postman.json?version=x")).status).toBe(400);
  });
});
