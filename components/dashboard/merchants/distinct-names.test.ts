import { expect, test } from "vitest";
import { distinctNames, sharedNames } from "#components/dashboard/merchants/distinct-names.ts";

test("only merchants of the same name get their email and the end of the ID", () => {
  const merchants = [
    { id: "mrch_000A1", name: "Café", email: "a@shop.example" },
    { id: "mrch_000B2", name: "Café", email: "a@shop.example" },
    { id: "mrch_000C3", name: "Bakery", email: "b@shop.example" },
  ];
  expect(distinctNames(merchants).map(({ label }) => label)).toEqual([
    "Café (a@shop.example, …00A1)",
    "Café (a@shop.example, …00B2)",
    "Bakery",
  ]);
});

test("a merchant that is listed twice doesn't share its name with itself", () => {
  const cafe = { id: "mrch_000A1", name: "Café" };
  expect([...sharedNames([cafe, cafe, { id: "mrch_000C3", name: "Bakery" }])]).toEqual([]);
  expect([...sharedNames([cafe, { id: "mrch_000B2", name: "Café" }, cafe])]).toEqual(["Café"]);
});

test.for(["Cafe\u0301", "Café\u200b", "Ca\u00adfé", "Café "])("%j looks like Café", (name) => {
  const two = [
    { id: "mrch_000A1", name: "Café" },
    { id: "mrch_000B2", name },
  ];
  expect([...sharedNames(two)]).toEqual(["Café", name]);
});
