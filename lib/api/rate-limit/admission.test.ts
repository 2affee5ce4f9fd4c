import { beforeEach, describe, expect, test } from "vitest";
import type { Caller, PartnerCaller } from "#lib/api/authenticate.ts";
import { admit, countRefused } from "#lib/api/rate-limit/admission.ts";
import type { RequestContext } from "#lib/api/request-context.ts";
import { isTillError, TillError } from "#lib/core/errors.ts";
import { newId, type PartnerId } from "#lib/core/ids.ts";
import { makeRequest } from "#test/api/make-request.ts";
import { setEnv } from "#test/env/set-env.ts";

const perAddress = 2;
const perKey = 10;
setEnv({
  RATE_LIMIT_PER_ADDRESS: String(perAddress),
  RATE_LIMIT_PER_KEY: String(perKey),
  RATE_LIMIT_KEYS_PER_PARTNER: "4",
});

let lastAddress = 0;
let remoteAddress: string;
beforeEach(() => {
  lastAddress += 1;
  remoteAddress = `198.51.100.${lastAddress}`;
});

function goodCaller(partnerId = newId("prt", new Date())): PartnerCaller {
  const keyId = newId("key", new Date());
  const fees = { currency: "USD", fixed: 0n, partsPerMillion: 0 };
  const limits = { expiresAt: null, allowedNetworks: [] };
  const held = { keyId, name: "Key", partnerId, permissions: new Set<string>(), ...limits };
  const credential = { ...held, serviceVersion: "2026-02-18", fees };
  return { scope: { partnerId, merchantId: null }, credential };
}

type AppCaller = Extract<Caller, { countedApp: unknown }>;

const appCaller = (partnerId: PartnerId | null): AppCaller => {
  const id = newId("app", new Date());
  const scope = { partnerId: null, merchantId: null };
  return { scope, credential: null, clientId: null, appId: id, countedApp: { id, partnerId } };
};

async function admittedOf(count: number, identify: () => PartnerCaller | AppCaller): Promise<number> {
  const codes = await Promise.all(Array.from({ length: count }, () => send(() => Promise.resolve(identify()))));
  return codes.filter((code) => code === "admitted").length;
}

const refuse = () => Promise.reject(new TillError("invalid_api_key"));

/** Sends a request through admission control. @returns the error code it is answered with, or "admitted". */
async function send(identify: () => Promise<PartnerCaller | AppCaller>): Promise<string> {
  const request = makeRequest({ remoteAddress });
  const context: RequestContext = {
    version: null,
    quota: null,
    isAdmitted: false,
    isRepeated: false,
    credential: null,
  };
  try {
    await admit(request, context, identify);
    return "admitted";
  } catch (error) {
    const answered = await countRefused(request, context, error);
    if (isTillError(answered)) return answered.code;
    throw answered;
  }
}

async function useUpFailures(): Promise<void> {
  for (let index = 0; index < perAddress; index += 1) expect(await send(refuse)).toBe("invalid_api_key");
  expect(await send(refuse)).toBe("rate_limited");
}

describe("at an address that has used up its failures", () => {
  test("every wrong key is refused with rate_limited", async () => {
    await useUpFailures();
    const codes = await Promise.all(Array.from({ length: 1_000 }, () => send(refuse)));
    expect(new Set(codes)).toEqual(new Set(["rate_limited"]));
  });

  test("a good key is admitted, in the middle of a flood and the first time it is used", async () => {
    await useUpFailures();
    const flood = Array.from({ length: 100 }, () => send(refuse));
    expect(await send(() => Promise.resolve(goodCaller()))).toBe("admitted");
    await Promise.all(flood);
  });
});

describe("all keys and apps of a partner share a budget", () => {
  test("so a new key for each request buys no more requests than the budget has", async () => {
    const partnerId = newId("prt", new Date());
    expect(await admittedOf(100, () => goodCaller(partnerId))).toBe(4 * perKey);
    expect(await admittedOf(1, () => appCaller(partnerId))).toBe(0);
    expect(await admittedOf(1, () => goodCaller())).toBe(1);
  });

  test("and a flood with its public App-Ids leaves half of it to its keys", async () => {
    const partnerId = newId("prt", new Date());
    expect(await admittedOf(100, () => appCaller(partnerId))).toBe(2 * perKey);
    expect(await admittedOf(100, () => goodCaller(partnerId))).toBe(2 * perKey);
    expect(await admittedOf(100, () => appCaller(null))).toBe(100);
  });
});

test("a failure of the database doesn't count against an address", async () => {
  const fail = () => Promise.reject(new Error("connection refused"));
  for (let index = 0; index <= perAddress; index += 1) await expect(send(fail)).rejects.toThrow("connection refused");
  expect(await send(refuse)).toBe("invalid_api_key");
});
