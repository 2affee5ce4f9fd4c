import { z } from "zod";
import { findCurrency } from "#lib/core/currencies.ts";

const urls = z
  .string()
  .transform((list) => list.split(",").map((url) => url.trim()))
  .pipe(z.array(z.url({ protocol: /^https?$/ })).min(1));

const commaList = z.string().transform((list) =>
  list
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== ""),
);

/** A number of requests a minute; 0 for no limit. */
const perMinute = z.coerce.number().int().min(0).max(1_000_000_000);

/** A plain decimal above zero that no sane rate exceeds. */
const rate = z
  .string()
  .regex(/^(?!0+(\.0+)?$)\d{1,9}(\.\d{1,12})?$/, "must be a plain decimal above zero, such as 1.08");

/** `EUR=1.08,GBP=1.27`: dollars for one unit of each currency. */
const staticRates = commaList
  .transform((items) => items.map((item) => item.split("=")))
  .pipe(
    z
      .array(z.tuple([z.string().refine(isForeignCurrency, "must name ISO 4217 currencies other than USD"), rate]))
      .refine((pairs) => new Set(pairs.map(([code]) => code)).size === pairs.length, "must name each currency once"),
  )
  .transform((pairs): Readonly<Record<string, string>> => Object.fromEntries(pairs));

function isForeignCurrency(code: string): boolean {
  return code !== "USD" && findCurrency(code) !== null;
}

/** An address that is asked by GET; what is secret in it belongs into its query. */
const sourceUrl = z
  .url({ protocol: /^https?$/ })
  .refine((text) => URL.parse(text)?.username === "", "must not hold a user name or password");

/** 32 bytes, as `openssl rand -base64 32` or `openssl rand -hex 32` writes them. */
const dataKey = z
  .string()
  .regex(/^(?:[0-9a-fA-F]{64}|[A-Za-z0-9+/]{43}=)$/, "must be 32 bytes in base64, or 64 hexadecimal digits")
  .transform((text) => Buffer.from(text, text.length === 64 ? "hex" : "base64"));

/** Comma-separated: each is a relayer wallet of its own. */
const privateKeys = commaList.pipe(
  z
    .array(z.templateLiteral(["0x", z.string().regex(/^[0-9a-fA-F]{64}$/)], "must be 0x and 64 hexadecimal digits"))
    .min(1),
);

/** `8453=http://127.0.0.1:8545,56=…`: nodes that sign by themselves, as only those of local chains do. */
const demoNodes = commaList
  .transform((items) => items.map((item) => item.split("=")))
  .pipe(
    z.array(
      z.tuple([z.string().regex(/^[1-9]\d*$/), z.url({ protocol: /^http$/, hostname: /^(127\.0\.0\.1|localhost)$/ })]),
    ),
  )
  .transform((pairs): Readonly<Record<string, string>> => Object.fromEntries(pairs));

/** Where messages are handed over. Options of nodemailer may stand in the query: `?requireTLS=false`. */
const smtpUrl = z.url({ protocol: /^smtps?$/ });

/** `Name <address>`, or an address alone. */
const sender = z
  .string()
  .regex(/^(?:[^<>\r\n"]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, "must be an address, or Name <address>");

const schema = z.object({
  NODE_ENV: z.enum(["development", "test", "production"]).default("development"),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(500).default(20),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, "")),
  HOST: z.string().default("127.0.0.1"),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("info"),
  CORS_MERCHANT_ORIGINS: commaList.default([]),
  EUR_USD_RATE: rate.default("1.08"),
  STATIC_RATES: staticRates.default({}),
  RATES_URL: sourceUrl.optional(),
  RATES_REFRESH_SECONDS: z.coerce.number().int().min(10).max(86_400).default(600),
  RATES_STALE_SECONDS: z.coerce.number().int().min(60).max(604_800).default(3_600),
  SCREENING_DENY_LIST: z.string().optional(),
  RELAYER_PRIVATE_KEY: privateKeys.optional(),
  AUTH_SECRET: z.string().min(32, "must have 32 characters or more").optional(),
  SIGN_UP: z.enum(["open", "closed"]).default("open"),
  SIGN_UP_FEE_CENTS: z.coerce.number().int().min(0).max(1_000_000).default(0),
  SIGN_UP_FEE_PPM: z.coerce.number().int().min(0).max(999_999).default(0),
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: sender.optional(),
  MAIL_TO_CONSOLE: z.stringbool().default(false),
  AUTH_GOOGLE_ID: z.string().optional(),
  AUTH_GOOGLE_SECRET: z.string().optional(),
  AUTH_GITHUB_ID: z.string().optional(),
  AUTH_GITHUB_SECRET: z.string().optional(),
  AUTH_OIDC_ISSUER: z.url({ protocol: /^https?$/ }).optional(),
  AUTH_OIDC_ID: z.string().optional(),
  AUTH_OIDC_SECRET: z.string().optional(),
  AUTH_OIDC_NAME: z.string().max(40).default("single sign-on"),
  DATA_ENCRYPTION_KEY: dataKey.optional(),
  DATA_ENCRYPTION_OLD_KEYS: commaList.pipe(z.array(dataKey)).default([]),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  RATE_LIMIT_PER_KEY: perMinute.default(30_000),
  RATE_LIMIT_PER_APP: perMinute.default(3_000),
  RATE_LIMIT_PER_ADDRESS: perMinute.default(300),
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  WALLETCONNECT_PROJECT_ID: z
    .string()
    .regex(/^[0-9a-f]{32}$/, "must be 32 hexadecimal digits")
    .optional(),
  DEMO_WALLET_ADDRESS: z
    .string()
    .regex(/^0x[0-9a-fA-F]{40}$/, "must be an address")
    .optional(),
  DEMO_WALLET_RPC_URLS: demoNodes.default({}),
  FAULT_POINT: z.string().optional(),
});

export type Env = z.output<typeof schema> & {
  /** Node URLs of each enabled chain, by chain id; from `RPC_URLS_<chain id>`. */
  rpcUrls: ReadonlyMap<number, readonly string[]>;
  /** Confirmations that replace the registry's, by chain id; from `CONFIRMATIONS_<chain id>`. */
  confirmations: ReadonlyMap<number, number>;
  /** What gas may cost on a chain, in place of the registry's, in gwei; from `MAX_GAS_PRICE_GWEI_<chain id>`. */
  maxGasPricesGwei: ReadonlyMap<number, string>;
};

/** What is wrong with the environment, one line a variable. */
export class EnvError extends Error {
  override readonly name = "EnvError";
}

type Variables = Readonly<Record<string, string>>;

/** Reads one value for each chain; what is wrong is added to `complaints`. */
function perChain<T>(set: Variables, prefix: string, value: z.ZodType<T>, complaints: string[]): Map<number, T> {
  const found = new Map<number, T>();
  for (const [name, text] of Object.entries(set)) {
    const chainId = new RegExp(`^${prefix}_([1-9][0-9]*)$`).exec(name)?.[1];
    if (chainId === undefined) continue;
    const parsed = value.safeParse(text);
    if (parsed.success) found.set(Number(chainId), parsed.data);
    else complaints.push(`${name}: ${parsed.error.issues[0]?.message ?? "not valid"}`);
  }
  return found;
}

/** What is wrong with variables that are each right by themselves. */
function contradictions(values: z.output<typeof schema>, set: Variables): string[] {
  const { RATES_URL, RATES_REFRESH_SECONDS, RATES_STALE_SECONDS } = values;
  const isTwofold = RATES_URL !== undefined && set.STATIC_RATES !== undefined;
  return [
    ...(isTwofold ? ["RATES_URL: can't be set together with STATIC_RATES"] : []),
    ...(RATES_STALE_SECONDS < 2 * RATES_REFRESH_SECONDS
      ? ["RATES_STALE_SECONDS: must be at least twice RATES_REFRESH_SECONDS"]
      : []),
    ...mailContradictions(values),
    ...togetherOrNot.flatMap((names) => {
      const missing = names.filter((name) => values[name] === undefined);
      return missing.length === names.length
        ? []
        : missing.map((name) => `${name}: missing beside ${names.join(", ")}`);
    }),
  ];
}

/** Variables of which one alone is of no use. */
const togetherOrNot = [
  ["AUTH_GOOGLE_ID", "AUTH_GOOGLE_SECRET"],
  ["AUTH_GITHUB_ID", "AUTH_GITHUB_SECRET"],
  ["AUTH_OIDC_ISSUER", "AUTH_OIDC_ID", "AUTH_OIDC_SECRET"],
] as const;

function mailContradictions({ SMTP_URL, MAIL_FROM, MAIL_TO_CONSOLE, PUBLIC_URL }: z.output<typeof schema>): string[] {
  const isHere = ["127.0.0.1", "localhost", "[::1]"].includes(new URL(PUBLIC_URL).hostname);
  return [
    ...(SMTP_URL !== undefined && MAIL_FROM === undefined ? ["MAIL_FROM: missing beside SMTP_URL"] : []),
    ...(MAIL_TO_CONSOLE && SMTP_URL !== undefined ? ["MAIL_TO_CONSOLE: can't be set together with SMTP_URL"] : []),
    // Messages carry secrets, which belong in no log of an installation that others reach.
    ...(MAIL_TO_CONSOLE && !isHere ? ["MAIL_TO_CONSOLE: is for PUBLIC_URLs of this machine alone"] : []),
  ];
}

/**
 * Reads the whole configuration from environment variables; empty ones count as unset.
 * @throws EnvError with a readable line for each variable that is missing or malformed. Values are not repeated.
 */
export function parseEnv(source: Readonly<Record<string, string | undefined>>): Env {
  const set = Object.fromEntries(
    Object.entries(source).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== ""),
  );
  const parsed = schema.safeParse(set);
  const complaints = parsed.success
    ? contradictions(parsed.data, set)
    : parsed.error.issues.map(({ path, message }) => {
        const name = String(path[0]);
        return set[name] === undefined ? `${name}: missing` : `${name}: ${message}`;
      });
  const rpcUrls = perChain(set, "RPC_URLS", urls, complaints);
  const confirmations = perChain(set, "CONFIRMATIONS", z.coerce.number().int().min(1).max(10_000), complaints);
  const maxGasPricesGwei = perChain(set, "MAX_GAS_PRICE_GWEI", rate, complaints);
  if (!parsed.success || complaints.length > 0) throw new EnvError([...new Set(complaints)].join("\n"));
  return { ...parsed.data, rpcUrls, confirmations, maxGasPricesGwei };
}

let cached: Env | undefined;

/** The process's configuration, read once. @throws EnvError as {@link parseEnv}. */
export function env(): Env {
  cached ??= parseEnv(process.env);
  return cached;
}

/**
 * Reads the configuration at start; prints what is missing and ends the process with 1 when it can't.
 * @param needed variables that other kinds of process do without, but not this one.
 */
export function requireEnv(needed: readonly (keyof Env)[] = []): Env {
  try {
    const read = env();
    const missing = needed.filter((name) => read[name] === undefined);
    if (missing.length > 0) throw new EnvError(missing.map((name) => `${name}: missing`).join("\n"));
    return read;
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    process.stderr.write(`The configuration is not complete:\n${error.message}\nSee .env.example.\n`);
    process.exit(1);
  }
}
