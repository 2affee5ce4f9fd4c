import { describe, expect, test } from "vitest";
import { searchSite } from "#app/(partner)/docs/search-site.ts";
import { dashboardEntries } from "#components/dashboard/palette/entries.ts";
import { docsEntries } from "#lib/api/docs/search-entries.ts";
import { createSearch } from "#lib/core/search/create-search.ts";
import { setEnv } from "#test/env/set-env.ts";

setEnv();

const searchDashboard = createSearch([...dashboardEntries, ...docsEntries()], "dashboard");

/** A query, and the first hit of the dashboard's palette and of the docs. */
const firstHits: readonly (readonly [query: string, dashboard: string, docs: string])[] = [
  ["refund", "Refund a payment", "Refund a payment"],
  ["how do I refund", "Refund a payment", "Refund a payment"],
  ["how do I give money back to a customer?", "Refund a payment", "Refund a payment"],
  ["api key", "Create API key", "How do I get an API key?"],
  ["apikey", "Create API key", "How do I get an API key?"],
  ["create api key", "Create API key", "Create API key"],
  ["export", "Export payments", "Export payments"],
  ["csv", "Export payments", "Export payments"],
  ["two-factor", "Set up two-factor authentication", "Set up two-factor authentication"],
  ["2fa", "Set up two-factor authentication", "Set up two-factor authentication"],
  ["help", "Docs and API reference", "Docs and API reference"],
  ["webhook", "Webhooks", "Receive webhooks"],
  ["webhok", "Webhooks", "Receive webhooks"],
  ["invite", "Invite a member", "Invite a member"],
  ["add a user", "Invite a member", "Invite a member"],
  ["new payment", "Create payment", "Create a payment"],
  ["create paym", "Create payment", "Create a payment"],
  ["payment link", "Create payment", "Accept a payment"],
  ["change password", "Change your password", "Change your password"],
  ["passkey", "Add a passkey", "Add a passkey"],
  ["how do I cancel a payment", "Cancel a payment", "Cancel an unconfirmed payment"],
  ["go live", "Go live", "Go live"],
  ["idempotncy", "Make requests safe to repeat", "Make requests safe to repeat"],
  ["sandbox", "Test your integration", "Test your integration"],
  ["embed", "Embed the checkout", "Embed the checkout"],
  ["statement", "Print a merchant's statement", "Print a merchant's statement"],
  ["where is my money", "Where is my money?", "Where is my money?"],
  ["idempotency_conflict", "idempotency_conflict", "idempotency_conflict"],
  ["payment.succeeded", "payment.succeeded", "payment.succeeded"],
  ["réfund", "Refund a payment", "Refund a payment"],
];

describe("the first hit", () => {
  test.for(firstHits)("of %j is %j in the dashboard, and %j in the docs", ([query, dashboard, docs]) => {
    expect([searchDashboard(query)[0]?.title, searchSite(query)[0]?.title]).toEqual([dashboard, docs]);
  });
});

test("an error isn't first unless its code was typed", () => {
  const isError = ({ place }: { place: string } = { place: "" }) => place === "Errors";
  const queries = ["api key", "merchant", "payment", "amount", "expired", "wallet", "signature"];
  expect(queries.filter((query) => isError(searchSite(query)[0]) || isError(searchDashboard(query)[0]))).toEqual([]);
});

test("the dashboard has an entry for each of its titles and places only once", () => {
  const names = dashboardEntries.map(({ title, href }) => `${title} ${href}`);
  expect(new Set(names).size).toBe(names.length);
});
