import { InfiniteQueryObserver, QueryClient } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import {
  openIds,
  type PaymentPage,
  type PaymentRowData,
  pagesBefore,
  pagesQuery,
  patchPages,
  trailOf,
} from "#components/dashboard/payments/payment-pages.ts";

const money = { value: "1250", decimals: 2, symbol: "USD" };
const payment = (id: string, status: PaymentRowData["status"], isSettled: boolean | null = null): PaymentRowData => ({
  id,
  reference: id,
  status,
  state: status,
  isSettled,
  isRefunded: false,
  refunded: null,
  merchant: { id: "m", name: "M" },
  amount: money,
  paid: null,
  buyerAddress: null,
  createdAt: "2026-01-01T00:00:00.000Z",
});
const first: PaymentPage = { payments: [payment("a", "requires_action"), payment("b", "failed")], next: "2" };
const second: PaymentPage = {
  payments: [payment("c", "succeeded", false), payment("d", "succeeded", true)],
  next: null,
};
const pages = { pages: [first, second], pageParams: ["", "2"] };

test("open, processing and unsettled payments are followed", () => {
  expect(openIds(pages.pages, 10)).toEqual(["a", "c"]);
  expect(openIds(pages.pages, 1)).toEqual(["a"]);
});

test("changed payments are replaced in place, and nothing else changes", () => {
  const patched = patchPages(pages, [
    payment("c", "succeeded", true),
    payment("b", "failed"),
    payment("new", "failed"),
  ]);
  expect(patched.pages[0]).toBe(first);
  expect(patched.pages[1]?.payments).toEqual([payment("c", "succeeded", true), payment("d", "succeeded", true)]);
  expect(patchPages(pages, [payment("b", "failed")])).toBe(pages);
});

test("the trail counts the pages before a position", () => {
  const trail = new Map([
    ["2", ""],
    ["3", "2"],
  ]);
  expect(["", "2", "3"].map((after) => pagesBefore(after, trail))).toEqual([0, 1, 2]);
});

test("a long list that is left and opened again still knows its beginning", async () => {
  vi.stubGlobal("fetch", async (path: string) => {
    const { after } = JSON.parse(new URL(path, "http://till.test").searchParams.get("input") ?? "") as {
      after: string;
    };
    return Response.json({ payments: [payment(`p${after}`, "succeeded")], next: String(Number(after) + 1) });
  });
  const client = new QueryClient();
  const open = () => new InfiniteQueryObserver(client, pagesQuery({}, trailOf(client, {})));
  const list = open();
  const leave = list.subscribe(() => undefined);
  await list.refetch();
  for (let page = 1; page < 25; page += 1) await list.fetchNextPage();
  leave();
  const reopened = open().getCurrentResult();
  expect(reopened.data?.pageParams).toHaveLength(20);
  expect(reopened.hasPreviousPage).toBe(true);
  expect(pagesBefore(reopened.data?.pageParams[0] ?? "", trailOf(client, {}))).toBe(5);
  expect(trailOf(client, { sort: "amount" })).toEqual(new Map());
  expect(trailOf(new QueryClient(), {})).toEqual(new Map());
  client.clear();
  vi.unstubAllGlobals();
});
