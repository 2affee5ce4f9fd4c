import { describe, expect, test, vi } from "vitest";
import { EnvError, parseEnv, requireEnv } from "#lib/env/env.ts";

const complete = { DATABASE_URL: "postgresql://till@127.0.0.1/till", PUBLIC_URL: "https://till.example" };

/** The message about an environment that can't be used. */
function complaint(source: Record<string, string | undefined>): string {
  try {
    parseEnv(source);
  } catch (error) {
    if (error instanceof EnvError) return error.message;
    throw error;
  }
  return "no complaint";
}

describe("an environment", () => {
  test("of two variables is enough; the others have defaults", () => {
    expect(parseEnv(complete)).toMatchObject({
      NODE_ENV: "development",
      HOST: "127.0.0.1",
      PORT: 3_000,
      LOG_LEVEL: "info",
      EUR_USD_RATE: "1.08",
      CORS_MERCHANT_ORIGINS: [],
      RATE_LIMIT_PER_KEY: 30_000,
      RATE_LIMIT_PER_APP: 3_000,
      RATE_LIMIT_PER_ADDRESS: 300,
      TRUST_PROXY: 0,
      rpcUrls: new Map(),
      confirmations: new Map(),
    });
  });

  test("may say everything", () => {
    const read = parseEnv({
      ...complete,
      PUBLIC_URL: "https://till.example//",
      PORT: "8080",
      DATABASE_POOL_SIZE: "5",
      CORS_MERCHANT_ORIGINS: "https://a.example, https://b.example,",
      RPC_URLS_8453: "https://one.example/key, http://127.0.0.1:8545",
      RPC_URLS_1: "https://two.example",
      CONFIRMATIONS_8453: "3",
    });
    expect(read).toMatchObject({
      PUBLIC_URL: "https://till.example",
      PORT: 8_080,
      DATABASE_POOL_SIZE: 5,
      CORS_MERCHANT_ORIGINS: ["https://a.example", "https://b.example"],
      confirmations: new Map([[8453, 3]]),
    });
    expect(read.rpcUrls).toEqual(
      new Map([
        [8453, ["https://one.example/key", "http://127.0.0.1:8545"]],
        [1, ["https://two.example"]],
      ]),
    );
  });

  test("that is empty is complained of in a line for each variable that must be there", () => {
    expect(complaint({})).toBe("DATABASE_URL: missing\nPUBLIC_URL: missing");
    expect(complaint({ DATABASE_URL: "", PUBLIC_URL: "" })).toBe("DATABASE_URL: missing\nPUBLIC_URL: missing");
  });

  test("takes an empty variable for one that is not set", () => {
    const read = parseEnv({ ...complete, RELAYER_PRIVATE_KEY: "", PORT: "", RPC_URLS_1: "", CONFIRMATIONS_1: "" });
    expect(read.RELAYER_PRIVATE_KEY).toBeUndefined();
    expect(read).toMatchObject({ PORT: 3_000, rpcUrls: new Map(), confirmations: new Map() });
  });
});

describe("a bad variable is named, and what it holds is not repeated:", () => {
  const secret = "hunter2";
  test.for([
    ["a database of another make", "DATABASE_URL", `mysql://root:${secret}@db/till`],
    ["no URL of a database", "DATABASE_URL", secret],
    ["a public address that is none", "PUBLIC_URL", secret],
    ["a public address of another scheme", "PUBLIC_URL", `ftp://${secret}.example`],
    ["a port that is no number", "PORT", secret],
    ["a port that does not exist", "PORT", "65536"],
    ["no connections", "DATABASE_POOL_SIZE", "0"],
    ["a level that does not exist", "LOG_LEVEL", secret],
    ["a rate that is no number", "EUR_USD_RATE", secret],
    ["a rate with an exponent", "EUR_USD_RATE", "1e3"],
    ["a negative rate", "EUR_USD_RATE", "-1.08"],
    ["a rate of zero", "EUR_USD_RATE", "0"],
    ["a rate of zero with digits", "EUR_USD_RATE", "000.000"],
    ["a key that is too short", "RELAYER_PRIVATE_KEY", `0x${secret}`],
    ["a key without 0x", "RELAYER_PRIVATE_KEY", "ab".repeat(32)],
    ["a node that is no URL", "RPC_URLS_8453", secret],
    ["a node of another scheme", "RPC_URLS_8453", `ws://${secret}.example`],
    ["a bad node behind a good one", "RPC_URLS_8453", `https://good.example,${secret}`],
    ["confirmations that are no number", "CONFIRMATIONS_8453", secret],
    ["no confirmations", "CONFIRMATIONS_8453", "0"],
    ["half a confirmation", "CONFIRMATIONS_8453", "1.5"],
    ["a Redis of another make", "REDIS_URL", `http://${secret}@127.0.0.1`],
    ["a limit that is no number", "RATE_LIMIT_PER_KEY", secret],
    ["a limit below none", "RATE_LIMIT_PER_APP", "-1"],
    ["half a request", "RATE_LIMIT_PER_ADDRESS", "0.5"],
    ["a proxy by its name", "TRUST_PROXY", secret],
  ] as const)("%s", ([, name, value]) => {
    const message = complaint({ ...complete, [name]: value });
    expect(message).toMatch(new RegExp(`^${name}: .+$`));
    expect(message).not.toContain(secret);
  });

  test("several at once in a line each", () => {
    const lines = complaint({ ...complete, PORT: "x", LOG_LEVEL: "y" }).split("\n");
    expect(lines.map((line) => line.split(":")[0])).toEqual(["PORT", "LOG_LEVEL"]);
  });
});

test("a start without what is needed ends with 1, and says what is missing", () => {
  vi.stubEnv("DATABASE_URL", "");
  vi.stubEnv("PUBLIC_URL", "");
  const exit = vi.spyOn(process, "exit").mockImplementation((code) => {
    throw new Error(`exit ${code}`);
  });
  const write = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  expect(requireEnv).toThrow("exit 1");
  expect(write.mock.calls.join("")).toContain("DATABASE_URL: missing\nPUBLIC_URL: missing\n");
  exit.mockRestore();
  write.mockRestore();
  vi.unstubAllEnvs();
});
