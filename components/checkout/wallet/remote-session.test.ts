import { describe, expect, test } from "vitest";
import {
  appLink,
  coversAccount,
  coversMethods,
  isExpired,
  type RemoteSession,
} from "#components/checkout/wallet/remote-session.ts";

const address = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const sessionOf = (redirect: { native?: string; universal?: string } = {}): RemoteSession => ({
  namespaces: {
    eip155: { accounts: [`eip155:8453:${address}`], methods: ["eth_signTypedData_v4"] },
    "eip155:56": { accounts: [`eip155:56:${address}`], methods: ["eth_sendTransaction"] },
  },
  peer: { metadata: { name: "Pocket Wallet", redirect } },
});

describe("a session", () => {
  test("covers its accounts, in either case, and no other network or address", () => {
    const covered = (account: string) => coversAccount(sessionOf(), account);
    expect(covered(`eip155:8453:${address.toLowerCase()}`)).toBe(true);
    expect(covered(`eip155:56:${address}`)).toBe(true);
    expect(covered(`eip155:1:${address}`)).toBe(false);
    expect(covered(`eip155:8453:0x${"1".repeat(40)}`)).toBe(false);
    expect(coversAccount(null, `eip155:1:${address}`)).toBe(true);
  });

  test("covers requests if it allows all their methods", () => {
    expect(coversMethods(sessionOf(), ["eth_sendTransaction", "eth_signTypedData_v4"])).toBe(true);
    expect(coversMethods(sessionOf(), ["eth_signTypedData_v4", "personal_sign"])).toBe(false);
    expect(coversMethods(null, ["personal_sign"])).toBe(true);
  });
});

test.for([
  [{ native: "pocket://", universal: "https://pocket.example" }, undefined, "pocket://"],
  [{ native: "", universal: "https://pocket.example" }, undefined, "https://pocket.example"],
  [{}, "rainbow://wc?uri=wc%3A1&connector=rainbowkit", "rainbow://wc"],
  [{}, "wc:1@2?relay-protocol=irn", null],
  [{}, undefined, null],
  [{ native: "javascript://%0aalert(1)" }, undefined, null],
  [{ native: "JavaScript://%0aalert(1)" }, "trust://wc?uri=1", "trust://wc"],
  [{ native: " javascript:alert(1)//://" }, undefined, null],
  [{ native: "data://text/html,x", universal: "http://pocket.example" }, undefined, null],
] as const)(
  "the app of a wallet that describes itself by %j and is listed with %s opens by %s",
  ([redirect, own, link]) => {
    expect(appLink(sessionOf(redirect), own)).toBe(link);
  },
);

test("a proposal or request that expired is recognised by the library's message", () => {
  expect(isExpired(new Error("Proposal expired"))).toBe(true);
  expect(isExpired({ message: "Request expired. Please try again.", code: 8000 })).toBe(true);
  expect(isExpired(new Error("The quote of the Request expired"))).toBe(false);
  for (const error of [undefined, null, "Proposal expired", {}, { message: 1 }]) expect(isExpired(error)).toBe(false);
});
