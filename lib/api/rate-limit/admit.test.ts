import { setImmediate as turn } from "node:timers/promises";
import { beforeEach, describe, expect, test } from "vitest";
import type { PartnerCaller } from "#lib/api/authenticate.ts";
import { admit, countRefused } from "#lib/api/rate-limit/admit.ts";
import type { RequestContext } from "#lib/api/request-context.ts";
import { isTillError, TillError } from "#lib/core/errors.ts";
import { newId } from "#lib/core/ids.ts";
import { newSecret } from "#lib/domain/partners/api-keys/secret.ts";
import { makeRequest } from "#test/api/make-request.ts";
import { setEnv } from "#test/env/set-env.ts";

const perAddress = 2;
setEnv({ RATE_LIMIT_PER_ADDRESS: String(perAddress) });

let lastAddress = 0;
let remoteAddress: string;
beforeEach(() => {
  lastAddress += 1;
  remoteAddress = `198.51.100.${lastAddress}`;
});

const newContext = (): RequestContext => ({ version: null, quota: null, isAdmitted: false, key: null });
const requestWith = (secret: string) => makeRequest({ headers: { "api-key": secret }, remoteAddress });

function goodCaller(): PartnerCaller {
  const [partnerId, keyId] = [newId("prt", new Date()), newId("key", new Date())];
  const fees = { currency: "USD", fixed: 0n, partsPerMillion: 0 };
  const key = { keyId, name: "Key", partnerId, permissions: new Set<string>(), serviceVersion: "2026-02-18", fees };
  return { scope: { partnerId, merchantId: null }, key };
}

/** A look-up that says no, after a turn of the loop as the database would, and counts how often it was asked. */
function refusing() {
  const asked = { times: 0, atOnce: 0, mostAtOnce: 0 };
  const lookUp = async (): Promise<PartnerCaller> => {
    asked.times += 1;
    asked.atOnce += 1;
    asked.mostAtOnce = Math.max(asked.mostAtOnce, asked.atOnce);
    await turn();
    asked.atOnce -= 1;
    throw new TillError("invalid_api_key");
  };
  return { asked, lookUp };
}

/** Knocks as a request does; gives the code of the error that is answered, or "let in". */
async function knock(secret: string, lookUp: () => Promise<PartnerCaller>): Promise<string> {
  const [request, context] = [requestWith(secret), newContext()];
  try {
    await admit(request, context, "partner", lookUp);
    return "let in";
  } catch (error) {
    const answered = await countRefused(request, context, error);
    if (isTillError(answered)) return answered.code;
    throw answered;
  }
}

async function makeNoise(): Promise<void> {
  const { lookUp } = refusing();
  for (let index = 0; index <= perAddress; index += 1) await knock(newSecret(), lookUp);
  expect(await knock(newSecret(), lookUp)).toBe("rate_limited");
}

describe("at an address that has used up its failures", () => {
  test("a thousand unknown keys at once are one look-up at a time", async () => {
    await makeNoise();
    const { asked, lookUp } = refusing();
    const codes = await Promise.all(Array.from({ length: 1_000 }, () => knock(newSecret(), lookUp)));
    expect(new Set(codes)).toEqual(new Set(["rate_limited"]));
    expect(asked.mostAtOnce).toBe(1);
  });

  test("a good key that was never here is let in when its look-up's turn comes", async () => {
    await makeNoise();
    const caller = goodCaller();
    expect(await knock(newSecret(), () => Promise.resolve(caller))).toBe("let in");
  });

  test("a key that was good here is let in, whoever else is knocking", async () => {
    const [secret, caller] = [newSecret(), goodCaller()];
    expect(await knock(secret, () => Promise.resolve(caller))).toBe("let in");
    await makeNoise();
    const { lookUp } = refusing();
    const flood = Array.from({ length: 100 }, () => knock(newSecret(), lookUp));
    expect(await knock(secret, () => Promise.resolve(goodCaller()))).toBe("let in");
    await Promise.all(flood);
  });

  test("a key that was good here and is revoked is looked up once more, then as any other", async () => {
    const [secret, caller] = [newSecret(), goodCaller()];
    await knock(secret, () => Promise.resolve(caller));
    await makeNoise();
    const { asked, lookUp } = refusing();
    await knock(secret, lookUp);
    const codes = await Promise.all(Array.from({ length: 50 }, () => knock(secret, lookUp)));
    expect(new Set(codes)).toEqual(new Set(["rate_limited"]));
    expect(asked.mostAtOnce).toBe(1);
  });
});

test("a database that is away is nobody's failure", async () => {
  const lookUp = () => Promise.reject(new Error("connection refused"));
  for (let index = 0; index <= perAddress; index += 1) {
    await expect(knock(newSecret(), lookUp)).rejects.toThrow("connection refused");
  }
  expect(await knock(newSecret(), refusing().lookUp)).toBe("invalid_api_key");
});
