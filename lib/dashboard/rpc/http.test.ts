import { expect, test } from "vitest";
import { readInput } from "#lib/dashboard/rpc/http.ts";

test.each(["\\u0000", "\\ud800", "a\\udc00b"])(
  "an input with %s, which the database can't store, is refused",
  async (text) => {
    const json = `{"search":["${text}"]}`;
    const message = expect.stringMatching(/can't be stored/);
    const query = new Request(`http://till.test/x?input=${encodeURIComponent(json)}`);
    const mutation = new Request("http://till.test/x", { method: "POST", body: json });
    for (const request of [query, mutation]) {
      await expect(readInput(request)).rejects.toMatchObject({ code: "invalid_params", message });
    }
  },
);
