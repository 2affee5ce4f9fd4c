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
      STATIC_RATES: {},
      RATES_REFRESH_SECONDS: 600,
      RATES_STALE_SECONDS: 3_600,
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
      STATIC_RATES: "EUR=1.0825, KWD=3.25,JPY=0.0067",
    });
    expect(read).toMatchObject({
      PUBLIC_URL: "https://till.example",
      PORT: 8_080,
      DATABASE_POOL_SIZE: 5,
      CORS_MERCHANT_ORIGINS: ["https://a.example", "https://b.example"],
      confirmations: new Map([[8453, 3]]),
      STATIC_RATES: { EUR: "1.0825", KWD: "3.25", JPY: "0.0067" },
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
    ["a table of rates that is none", "STATIC_RATES", secret],
    ["a rate of a currency that does not exist", "STATIC_RATES", "EUR=1.08,GPB=1.27"],
    ["a rate of the dollar, which is what rates are in", "STATIC_RATES", "USD=1"],
    ["two rates of one currency", "STATIC_RATES", "EUR=1.08,EUR=1.09"],
    ["a rate of nothing in the table", "STATIC_RATES", "EUR=0.00"],
    ["a rate with a comma of its own", "STATIC_RATES", "EUR=1,08"],
    ["a rate that is two", "STATIC_RATES", "EUR=1.08=1.09"],
    ["a source of rates of another scheme", "RATES_URL", `ftp://${secret}.example`],
    ["a source of rates with a password", "RATES_URL", `https://user:${secret}@rates.example`],
    ["rates that are asked for without a pause", "RATES_REFRESH_SECONDS", "0"],
    ["rates that never grow old", "RATES_STALE_SECONDS", "1e12"],
    ["rates that grow old before they are asked for again", "RATES_STALE_SECONDS", "1199"],
    ["a key that is too short", "RELAYER_PRIVATE_KEY", `0x${secret}`],
    ["a key without 0x", "RELAYER_PRIVATE_KEY", "ab".repeat(32)],
    ["a node that is no URL", "RPC_URLS_8453", secret],
    ["a node of another scheme", "RPC_URLS_8453", `ws://${secret}.example`],
    ["a bad node behind a good one", "RPC_URLS_8453", `https://good.example,${secret}`],
    ["confirmations that are no number", "CONFIRMATIONS_8453", secret],
    ["no confirmations", "CONFIRMATIONS_8453", "0"],
    ["half a confirmation", "CONFIRMATIONS_8453", "1.5"],
    ["a key for data that is too short", "DATA_ENCRYPTION_KEY", secret],
    ["a key for data that is no base64", "DATA_ENCRYPTION_KEY", `${secret}?`.padEnd(43, "x").concat("=")],
    ["a bad old key behind a good one", "DATA_ENCRYPTION_OLD_KEYS", `${"ab".repeat(32)},${secret}`],
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

  test("and those of all chains with the rest", () => {
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

  test("and of two sources of rates the one that is too much", () => {
    const two = { RATES_URL: "https://rates.example", STATIC_RATES: "EUR=1.08" };
    expect(complaint({ ...complete, ...two })).toBe("RATES_URL: can't be set together with STATIC_RATES");
    expect(complaint({ ...complete, ...two, STATIC_RATES: "" })).toBe("no complaint");
  });
});

test("keys for data are 32 bytes, in base64 or hexadecimal, with old ones beside", () => {
  const [key, old] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)];
  const keys = { DATA_ENCRYPTION_KEY: key.toString("base64"), DATA_ENCRYPTION_OLD_KEYS: ` ${old.toString("hex")}, ` };
  const read = parseEnv({ ...complete, ...keys });
  expect(read.DATA_ENCRYPTION_KEY).toEqual(key);
  expect(read.DATA_ENCRYPTION_OLD_KEYS).toEqual([old]);
  expect(parseEnv(complete)).toMatchObject({ DATA_ENCRYPTION_OLD_KEYS: [] });
});

describe("mail and other places to sign in at", () => {
  const smtp = { SMTP_URL: "smtps://user:word@mail.example", MAIL_FROM: "Till <till@till.example>" };

  test("are none by default", () => {
    expect(parseEnv(complete)).toMatchObject({ SIGN_UP: "open", SIGN_UP_FEE_CENTS: 0, MAIL_TO_CONSOLE: false });
    expect(parseEnv(complete).SMTP_URL).toBeUndefined();
    expect(parseEnv({ ...complete, ...smtp })).toMatchObject(smtp);
  });

  test.for([
    [{ SMTP_URL: smtp.SMTP_URL }, "MAIL_FROM: missing beside SMTP_URL"],
    [{ ...smtp, MAIL_FROM: "till@till.example\r\nBcc: all@nowhere.example" }, "MAIL_FROM: must be an address"],
    [{ SMTP_URL: "https://mail.example", MAIL_FROM: smtp.MAIL_FROM }, "SMTP_URL: "],
    [{ MAIL_TO_CONSOLE: "true" }, "MAIL_TO_CONSOLE: is for PUBLIC_URLs of this machine alone"],
    [{ ...smtp, MAIL_TO_CONSOLE: "true" }, "MAIL_TO_CONSOLE: can't be set together with SMTP_URL"],
    [{ AUTH_GITHUB_ID: "x" }, "AUTH_GITHUB_SECRET: missing beside"],
    [{ AUTH_OIDC_ISSUER: "https://id.example", AUTH_OIDC_ID: "x" }, "AUTH_OIDC_SECRET: missing beside"],
    [{ SIGN_UP: "maybe" }, "SIGN_UP: "],
  ] satisfies [Record<string, string>, string][])("%o: %s", ([changes, words]) => {
    expect(complaint({ ...complete, ...changes })).toContain(words);
  });

  test("are printed to the terminal where nobody else comes", () => {
    const here = { ...complete, PUBLIC_URL: "http://127.0.0.1:3000", MAIL_TO_CONSOLE: "true" };
    expect(parseEnv(here).MAIL_TO_CONSOLE).toBe(true);
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
