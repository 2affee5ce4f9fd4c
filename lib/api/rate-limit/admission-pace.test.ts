import { expect, test } from "vitest";
import type { PartnerCaller } from "#lib/api/authenticate.ts";
import { admit } from "#lib/api/rate-limit/admission.ts";
import { rateLimits } from "#lib/api/rate-limit/rate-limits.ts";
import type { RequestContext } from "#lib/api/request-context.ts";
import { TillError } from "#lib/core/errors.ts";
import { newId } from "#lib/core/ids.ts";
import { makeRequest } from "#test/api/make-request.ts";
import { setEnv } from "#test/env/set-env.ts";

setEnv();

function callerOf(): PartnerCaller {
  const [partnerId, keyId] = [newId("prt", new Date()), newId("key", new Date())];
  const fees = { currency: "USD", fixed: 0n, partsPerMillion: 0 };
  const limits = { expiresAt: null, allowedNetworks: [] };
  const held = { keyId, name: "Key", partnerId, permissions: new Set<string>(), ...limits };
  return { scope: { partnerId, merchantId: null }, key: { ...held, serviceVersion: "2026-02-18", fees } };
}

const contextOf = (key: PartnerCaller["key"] | null = null): RequestContext => {
  return { version: null, quota: null, isAdmitted: false, key };
};

function sendMany({ scope }: PartnerCaller): void {
  for (let sent = 0; sent < 500; sent += 1) rateLimits().keysPace(scope.partnerId, performance.now());
}

test("requests of a partner that sends many at once wait, and another partner's don't", async () => {
  const [greedy, other] = [callerOf(), callerOf()];
  sendMany(greedy);
  const admitted: string[] = [];
  const hasty = admit(makeRequest({}), contextOf(), async () => greedy).then(() => admitted.push("greedy"));
  await admit(makeRequest({}), contextOf(), async () => other).then(() => admitted.push("other"));
  expect(admitted).toEqual(["other"]);
  await hasty;
});

test("so do requests for which the key lacks the permission", async () => {
  const [greedy, other] = [callerOf(), callerOf()];
  sendMany(greedy);
  const answered: string[] = [];
  const lacking = async () => Promise.reject(new TillError("forbidden"));
  const hasty = admit(makeRequest({}), contextOf(greedy.key), lacking).catch(() => answered.push("greedy"));
  await admit(makeRequest({}), contextOf(), async () => other).then(() => answered.push("other"));
  expect(answered).toEqual(["other"]);
  await hasty;
});

test("so do requests with another of the partner's keys", async () => {
  const [greedy, other] = [callerOf(), callerOf()];
  sendMany(greedy);
  const admitted: string[] = [];
  const second = { ...greedy, key: { ...greedy.key, keyId: newId("key", new Date()) } };
  const hasty = admit(makeRequest({}), contextOf(), async () => second).then(() => admitted.push("second"));
  await admit(makeRequest({}), contextOf(), async () => other).then(() => admitted.push("other"));
  expect(admitted).toEqual(["other"]);
  await hasty;
});
