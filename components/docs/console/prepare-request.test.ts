import { expect, test } from "vitest";
import { prepareRequest } from "#components/docs/console/prepare-request.ts";
import type { ConsoleDoc } from "#lib/api/schemas/reference.ts";

const doc: ConsoleDoc = {
  id: "changeThing",
  method: "PUT",
  path: "/v1/things/{id}/parts/{partId}",
  version: "2026-02-18",
  credentials: [{ name: "Api-Key", isSecret: true, isOptional: false }],
  fields: [
    { place: "path", name: "id", description: "", isRequired: true, value: "" },
    { place: "path", name: "partId", description: "", isRequired: true, value: "" },
    { place: "query", name: "search", description: "", isRequired: false, value: "" },
    { place: "header", name: "Idempotency-Key", description: "", isRequired: true, value: "" },
  ],
  bodies: [{ name: "One", text: "{}" }],
  asksFirst: false,
};
const fields = { "path:id": " a/b?c ", "path:partId": "$&", "query:search": "a&b c", "header:Idempotency-Key": "k-1" };
const values = { fields, credentials: { "Api-Key": " key " }, body: '{"a":1}' };

test("values are encoded, and can't change what they are put into", () => {
  expect(prepareRequest(doc, values)).toEqual({
    target: "/v1/things/a%2Fb%3Fc/parts/%24%26?search=a%26b+c",
    headers: {
      "Service-Version": "2026-02-18",
      "Idempotency-Key": "k-1",
      "Api-Key": "key",
      "Content-Type": "application/json",
    },
    body: '{"a":1}',
  });
});

test("empty fields are left out, the key too, so that the API says what is missing", () => {
  const sent = prepareRequest(doc, {
    ...values,
    fields: { "path:id": "1", "path:partId": "2", "query:search": " " },
    credentials: {},
  });
  expect(sent).toEqual({
    target: "/v1/things/1/parts/2",
    headers: { "Service-Version": "2026-02-18", "Content-Type": "application/json" },
    body: '{"a":1}',
  });
});

test.for([
  [{ fields: { ...fields, "path:id": "" } }, { "path:id": "is required" }],
  [{ fields: { ...fields, "path:id": ".." } }, { "path:id": "must be an ID" }],
  [{ fields: { ...fields, "path:partId": " . " } }, { "path:partId": "must be an ID" }],
  [{ fields: { ...fields, "header:Idempotency-Key": "a b" } }, { "header:Idempotency-Key": expect.any(String) }],
  [{ credentials: { "Api-Key": "kéy" } }, { "Api-Key": expect.any(String) }],
  [{ credentials: { "Api-Key": "a\r\nX: b" } }, { "Api-Key": expect.any(String) }],
  [{ body: "{a: 1}" }, { body: "must be JSON" }],
  [{ body: "" }, { body: "must be JSON" }],
])("what can't be sent is named: %j", ([change, problems]) => {
  expect(prepareRequest(doc, { ...values, ...(change as object) })).toEqual({ problems });
});
