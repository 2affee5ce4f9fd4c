import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Caller, PartnerCaller } from "#lib/api/authenticate.ts";
import type { Credential } from "#lib/api/credential.ts";
import { admit } from "#lib/api/rate-limit/admission.ts";
import type { RequestContext } from "#lib/api/request-context.ts";
import { TillError } from "#lib/core/errors.ts";
import { newId, type PartnerId } from "#lib/core/ids.ts";
import { makeRequest } from "#test/api/make-request.ts";
import { setEnv } from "#test/env/set-env.ts";

// 200 a second of a key, which is twice an even use, and 100 of an app.
setEnv({ RATE_LIMIT_PER_KEY: "6000", RATE_LIMIT_PER_APP: "600" });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function callerOf(partnerId: PartnerId = newId("prt", new Date())): PartnerCaller {
  const fees = { currency: "USD", fixed: 0n, partsPerMillion: 0 };
  const limits = { expiresAt: null, allowedNetworks: [] };
  const keyId = newId("key", new Date());
  const held = { keyId, name: "Key", partnerId, permissions: new Set<string>(), ...limits };
  return { scope: { partnerId, merchantId: null }, credential: { ...held, serviceVersion: "2026-02-18", fees } };
}

const contextOf = (credential: Credential | null = null): RequestContext => {
  return { version: null, quota: null, isAdmitted: false, isRepeated: false, credential };
};

/** Sends so many requests in the same moment. @returns how many aren't refused with `rate_limited`. */
async function admittedOf(count: number, identify: () => Promise<Caller>, valid: Credential | null = null) {
  const send = () => admit(makeRequest({ remoteAddress: "203.0.113.1" }), contextOf(valid), identify);
  const all = await Promise.allSettled(Array.from({ length: count }, send));
  return all.filter((one) => one.status === "fulfilled" || one.reason.code !== "rate_limited").length;
}

test("a partner's keys together send no more in a second than twice an even use of the minute, and another partner's are free", async () => {
  const partnerId = newId("prt", new Date());
  expect(await admittedOf(150, async () => callerOf(partnerId))).toBe(150);
  expect(await admittedOf(150, async () => callerOf(partnerId))).toBe(50);
  expect(await admittedOf(150, async () => callerOf())).toBe(150);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await admittedOf(300, async () => callerOf(partnerId))).toBe(200);
});

test("a test account has half of a live account's requests, in addition to them", async () => {
  const live = newId("prt", new Date());
  const own = newId("test", new Date());
  expect(await admittedOf(300, async () => callerOf(live))).toBe(200);
  expect(await admittedOf(300, async () => callerOf(own))).toBe(100);
});

test("requests for which the key lacks the permission count too", async () => {
  const caller = callerOf();
  const lacking = () => Promise.reject(new TillError("forbidden"));
  expect(await admittedOf(300, lacking, caller.credential)).toBe(200);
});

test("an app has a second's limit for each address", async () => {
  const app = { id: newId("app", new Date()), partnerId: null };
  const scope = { partnerId: null, merchantId: null };
  const caller: Caller = { scope, credential: null, clientId: null, appId: app.id, countedApp: app };
  expect(await admittedOf(300, async () => caller)).toBe(100);
});
