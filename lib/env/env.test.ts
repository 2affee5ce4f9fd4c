import { describe, expect, test, vi } from "vitest";
import { EnvError, parseEnv, requireEnv } from "#lib/env/env.ts";

const complete = { DATABASE_URL: "postgresql://till@127.0.0.1/till", PUBLIC_URL: "https://till.example" };

/** Returns the error message for an invalid environment. */
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
  test("needs two variables; the others have defaults", () => {
    expect(parseEnv(complete)).toMatchObject({
      NODE_ENV: "development",
      HOST: "127.0.0.1",
      PORT: 3_000,
      LOG_LEVEL: "info",
      STATIC_RATES: {},
      RATES_REFRESH_SECONDS: 600,
      RATES_STALE_SECONDS: 3_600,
      RATES_MAX_AGE_SECONDS: 604_800,
      ANY_APP_ID: false,
      CORS_MERCHANT_ORIGINS: [],
      RATE_LIMIT_PER_KEY: 30_000,
      RATE_LIMIT_PER_APP: 3_000,
      RATE_LIMIT_PER_ADDRESS: 300,
      TRUST_PROXY: 0,
      rpcUrls: new Map(),
      confirmations: new Map(),
      finalityTags: new Map(),
    });
  });

  test("may set every variable", () => {
    const read = parseEnv({
      ...complete,
      PUBLIC_URL: "https://till.example//",
      PORT: "8080",
      DATABASE_POOL_SIZE: "5",
      CORS_MERCHANT_ORIGINS: "https://a.example, https://b.example,",
      RPC_URLS_8453: "https://one.example/key, http://127.0.0.1:8545",
      RPC_URLS_1: "https://two.example",
      CONFIRMATIONS_8453: "3",
      FINALITY_1: "finalized",
      FINALITY_56: "7",
      STATIC_RATES: "EUR=1.0825, KWD=3.25,JPY=0.0067",
    });
    expect(read).toMatchObject({
      PUBLIC_URL: "https://till.example",
      PORT: 8_080,
      DATABASE_POOL_SIZE: 5,
      CORS_MERCHANT_ORIGINS: ["https://a.example", "https://b.example"],
      confirmations: new Map([
        [8453, 3],
        [56, 7],
      ]),
      finalityTags: new Map([[1, "finalized"]]),
      STATIC_RATES: { EUR: "1.0825", KWD: "3.25", JPY: "0.0067" },
    });
    expect(read.rpcUrls).toEqual(
      new Map([
        [8453, ["https://one.example/key", "http://127.0.0.1:8545"]],
        [1, ["https://two.example"]],
      ]),
    );
  });

  test("that is empty is refused with one line per required variable", () => {
    expect(complaint({})).toBe("DATABASE_URL: missing\nPUBLIC_URL: missing");
    expect(complaint({ DATABASE_URL: "", PUBLIC_URL: "" })).toBe("DATABASE_URL: missing\nPUBLIC_URL: missing");
  });

  test("treats an empty variable as unset", () => {
    const read = parseEnv({ ...complete, RELAYER_PRIVATE_KEY: "", PORT: "", RPC_URLS_1: "", CONFIRMATIONS_1: "" });
    expect(read.RELAYER_PRIVATE_KEY).toBeUndefined();
    expect(read).toMatchObject({ PORT: 3_000, rpcUrls: new Map(), confirmations: new Map() });
  });
});

test("a URL of another kind is answered by how it must begin", () => {
  const urls = { ...complete, DATABASE_URL: "mysql://db/till", PUBLIC_URL: "pay.example.com", RPC_URLS_1: "node" };
  expect(complaint(urls)).toBe(`DATABASE_URL: must be a URL that begins with postgresql:// or postgres://
PUBLIC_URL: must be a URL that begins with https:// or http://
RPC_URLS_1: must be a URL that begins with https:// or http://`);
});

test("a number is answered by its limits", () => {
  const numbers = { ...complete, PORT: "http", DRAIN_SECONDS: "11", TRUST_PROXY: "0.5", CONFIRMATIONS_1: "0" };
  expect(complaint(numbers).split("\n").sort()).toEqual([
    "CONFIRMATIONS_1: must be a whole number from 1 to 10000",
    "DRAIN_SECONDS: must be a whole number from 0 to 10",
    "PORT: must be a whole number from 0 to 65535",
    "TRUST_PROXY: must be a whole number from 0 to 10",
  ]);
});

describe("an invalid variable is reported without its value:", () => {
  const secret = "hunter2";
  test.for([
    ["another database system", "DATABASE_URL", `mysql://root:${secret}@db/till`],
    ["a malformed database URL", "DATABASE_URL", secret],
    ["a malformed public URL", "PUBLIC_URL", secret],
    ["a public URL with another scheme", "PUBLIC_URL", `ftp://${secret}.example`],
    ["a port that isn't a number", "PORT", secret],
    ["a port out of range", "PORT", "65536"],
    ["a pool without connections", "DATABASE_POOL_SIZE", "0"],
    ["an unknown log level", "LOG_LEVEL", secret],
    ["a rate that isn't a number", "EUR_USD_RATE", secret],
    ["a rate with an exponent", "EUR_USD_RATE", "1e3"],
    ["a negative rate", "EUR_USD_RATE", "-1.08"],
    ["a rate of zero", "EUR_USD_RATE", "0"],
    ["a rate of zero with decimals", "EUR_USD_RATE", "000.000"],
    ["malformed static rates", "STATIC_RATES", secret],
    ["a rate of an unknown currency", "STATIC_RATES", "EUR=1.08,GPB=1.27"],
    ["a rate of the US dollar", "STATIC_RATES", "USD=1"],
    ["two rates of one currency", "STATIC_RATES", "EUR=1.08,EUR=1.09"],
    ["a static rate of zero", "STATIC_RATES", "EUR=0.00"],
    ["a rate with a decimal comma", "STATIC_RATES", "EUR=1,08"],
    ["two rates in one entry", "STATIC_RATES", "EUR=1.08=1.09"],
    ["a rate source with another scheme", "RATES_URL", `ftp://${secret}.example`],
    ["a rate source with a password", "RATES_URL", `https://user:${secret}@rates.example`],
    ["a refresh interval of zero", "RATES_REFRESH_SECONDS", "0"],
    ["rates that never become stale", "RATES_STALE_SECONDS", "1e12"],
    ["rates that become stale before the next refresh", "RATES_STALE_SECONDS", "1199"],
    ["a key that is too short", "RELAYER_PRIVATE_KEY", `0x${secret}`],
    ["a key without 0x", "RELAYER_PRIVATE_KEY", "ab".repeat(32)],
    ["a key of no account", "RELAYER_PRIVATE_KEY", `0x${"0".repeat(64)}`],
    ["a key beyond the curve", "RELAYER_KEYS", `local:0x${"f".repeat(64)}`],
    ["a malformed node URL", "RPC_URLS_8453", secret],
    ["a node URL with another scheme", "RPC_URLS_8453", `ws://${secret}.example`],
    ["an invalid node URL after a valid one", "RPC_URLS_8453", `https://good.example,${secret}`],
    ["confirmations that aren't a number", "CONFIRMATIONS_8453", secret],
    ["zero confirmations", "CONFIRMATIONS_8453", "0"],
    ["an unknown finality", "FINALITY_8453", "latest"],
    ["half a confirmation", "CONFIRMATIONS_8453", "1.5"],
    ["a data key that is too short", "DATA_ENCRYPTION_KEY", secret],
    ["a data key that isn't base64", "DATA_ENCRYPTION_KEY", `${secret}?`.padEnd(43, "x").concat("=")],
    ["an invalid old key after a valid one", "DATA_ENCRYPTION_OLD_KEYS", `${"ab".repeat(32)},${secret}`],
    ["a Redis URL with another scheme", "REDIS_URL", `http://${secret}@127.0.0.1`],
    ["a limit that isn't a number", "RATE_LIMIT_PER_KEY", secret],
    ["a negative limit", "RATE_LIMIT_PER_APP", "-1"],
    ["half a request", "RATE_LIMIT_PER_ADDRESS", "0.5"],
    ["a proxy name", "TRUST_PROXY", secret],
  ] as const)("%s", ([, name, value]) => {
    const message = complaint({ ...complete, [name]: value });
    expect(message).toMatch(new RegExp(`^${name}: .+$`));
    expect(message).not.toContain(secret);
  });

  test("several variables are reported in one line each", () => {
    const lines = complaint({ ...complete, PORT: "x", LOG_LEVEL: "y" }).split("\n");
    expect(lines.map((line) => line.split(":")[0])).toEqual(["PORT", "LOG_LEVEL"]);
  });

  test("variables of all chains are reported with the others", () => {
    const bad = {
      PORT: "x",
      RPC_URLS_1: "x",
      RPC_URLS_8453: "y",
      CONFIRMATIONS_1: "0",
      RPC_URLS_56: "https://a.example",
    };
    const lines = complaint({ ...bad, PUBLIC_URL: "https://till.example" }).split("\n");
    const named = ["DATABASE_URL", "PORT", "RPC_URLS_1", "RPC_URLS_8453", "CONFIRMATIONS_1"];
    expect(lines.map((line) => line.split(":")[0])).toEqual(named);
  });

  test("two rate sources are reported as a conflict", () => {
    const two = { RATES_URL: "https://rates.example", STATIC_RATES: "EUR=1.08" };
    expect(complaint({ ...complete, ...two })).toBe(
      "RATES_URL: can't be combined with STATIC_RATES; unset one of them",
    );
    expect(complaint({ ...complete, ...two, STATIC_RATES: "" })).toBe("no complaint");
  });
});

test("data keys are 32 bytes, in base64 or hexadecimal, with optional old keys", () => {
  const key = Buffer.alloc(32, 7);
  const old = Buffer.alloc(32, 8);
  const keys = { DATA_ENCRYPTION_KEY: key.toString("base64"), DATA_ENCRYPTION_OLD_KEYS: ` ${old.toString("hex")}, ` };
  const read = parseEnv({ ...complete, ...keys });
  expect(read.DATA_ENCRYPTION_KEY).toEqual(key);
  expect(read.DATA_ENCRYPTION_OLD_KEYS).toEqual([old]);
  expect(parseEnv(complete)).toMatchObject({ DATA_ENCRYPTION_OLD_KEYS: [] });
});

test("partners that sign up pay fees unless the operator says otherwise", () => {
  expect(parseEnv(complete)).toMatchObject({ SIGN_UP_FEE_CENTS: 10, SIGN_UP_FEE_PPM: 4_000 });
  const free = { ...complete, SIGN_UP_FEE_CENTS: "0", SIGN_UP_FEE_PPM: "0" };
  expect(parseEnv(free)).toMatchObject({ SIGN_UP_FEE_CENTS: 0, SIGN_UP_FEE_PPM: 0 });
});

describe("origins of the merchant API", () => {
  test("are read as browsers send them", () => {
    const typed =
      "https://Shop.example/, HTTPS://pos.example:443,http://127.0.0.1:80/,https://shop.example:8443,https://bäcker.example";
    expect(parseEnv({ ...complete, CORS_MERCHANT_ORIGINS: typed }).CORS_MERCHANT_ORIGINS).toEqual([
      "https://shop.example",
      "https://pos.example",
      "http://127.0.0.1",
      "https://shop.example:8443",
      "https://xn--bcker-gra.example",
    ]);
  });

  test.for([
    "*",
    "null",
    "shop.example",
    "https://*.shop.example",
    "https://shop.example/pos",
    "https://shop.example/?",
    "https://shop.example#",
    "https://user@shop.example",
    "ftp://shop.example",
    "https://good.example, //shop.example",
  ])("refuse %s", (typed) => {
    expect(complaint({ ...complete, CORS_MERCHANT_ORIGINS: typed })).toBe(
      "CORS_MERCHANT_ORIGINS: must list origins without paths and wildcards, such as https://shop.example",
    );
  });
});

describe("gas budgets and coin prices", () => {
  test.each([
    ["12.5", 1_250n],
    ["0", 0n],
    ["none", -1n],
  ] as const)("a budget of %s is %s cents", (text, cents) => {
    expect(parseEnv({ ...complete, GAS_BUDGET_USD: text }).GAS_BUDGET_USD).toBe(cents);
  });

  test.each([
    { GAS_BUDGET_PER_BUYER_USD: "-1" },
    { GAS_BUDGET_PER_APP_USD: "1e9" },
    { GAS_BUDGET_USD: "0.001" },
    { NATIVE_PRICE_USD_8453: "-3000" },
    { NATIVE_PRICE_USD_8453: "free" },
    { GAS_RESERVE_8453: "-1" },
    { WALLET_FACTORIES: "0x0BA5ED0c6AA8c49038F819E587E2633c4A9F428" },
  ])("refuses %o", (changes) => {
    expect(complaint({ ...complete, ...changes } as Record<string, string>)).toContain(Object.keys(changes)[0]);
  });
});

describe("email and sign-in providers", () => {
  const smtp = { SMTP_URL: "smtps://user:word@mail.example", MAIL_FROM: "Till <till@till.example>" };

  test("are off by default", () => {
    expect(parseEnv(complete)).toMatchObject({ SIGN_UP: "closed", MAIL_TO_CONSOLE: false });
    expect(parseEnv(complete).SMTP_URL).toBeUndefined();
    expect(parseEnv({ ...complete, ...smtp })).toMatchObject(smtp);
  });

  test.for([
    [{ SMTP_URL: smtp.SMTP_URL }, "MAIL_FROM: missing; SMTP_URL requires it"],
    [{ ...smtp, MAIL_FROM: "till@till.example\r\nBcc: all@nowhere.example" }, "MAIL_FROM: must be an email"],
    [{ SMTP_URL: "https://mail.example", MAIL_FROM: smtp.MAIL_FROM }, "SMTP_URL: "],
    [{ MAIL_TO_CONSOLE: "true" }, "MAIL_TO_CONSOLE: requires a PUBLIC_URL on localhost"],
    [{ ...smtp, MAIL_TO_CONSOLE: "true" }, "MAIL_TO_CONSOLE: can't be combined with SMTP_URL"],
    [{ AUTH_GITHUB_ID: "x" }, "AUTH_GITHUB_SECRET: missing; AUTH_GITHUB_ID"],
    [{ AUTH_OIDC_ISSUER: "https://id.example", AUTH_OIDC_ID: "x" }, "AUTH_OIDC_SECRET: missing; AUTH_OIDC_ISSUER"],
    [{ SIGN_UP: "maybe" }, "SIGN_UP: "],
    [{ WALLETCONNECT_PROJECT_ID: "p" }, "WALLETCONNECT_PROJECT_ID: must be 32 hexadecimal digits"],
    [
      { WALLETCONNECT_RELAY_URL: "https://r.example" },
      "WALLETCONNECT_RELAY_URL: must be a URL that begins with wss://",
    ],
  ] satisfies [Record<string, string>, string][])("%o: %s", ([changes, words]) => {
    expect(complaint({ ...complete, ...changes })).toContain(words);
  });

  test("are printed to the terminal on localhost", () => {
    const here = { ...complete, PUBLIC_URL: "http://127.0.0.1:3000", MAIL_TO_CONSOLE: "true" };
    expect(parseEnv(here).MAIL_TO_CONSOLE).toBe(true);
  });
});

test("a start without required variables exits with 1 and lists them", () => {
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
