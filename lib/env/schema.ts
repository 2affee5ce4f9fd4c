import { z } from "zod";
import { type Address, parseAddress } from "#lib/core/caip.ts";
import { findCurrency } from "#lib/core/currencies.ts";
import { emailAddress, plainText } from "#lib/core/text.ts";
import { isPrivateKey, relayerKey } from "#lib/env/relayer-keys.ts";

/** A URL with one of the protocols. */
function urlOf(...protocols: readonly string[]) {
  const beginnings = protocols.map((each) => `${each}://`).join(" or ");
  return z.url({
    protocol: new RegExp(`^(?:${protocols.join("|")})$`),
    error: `must be a URL that begins with ${beginnings}`,
  });
}

const httpUrl = urlOf("https", "http");

/** A comma-separated list of HTTP URLs, at least one. */
export const urls = z
  .string()
  .transform((list) => list.split(",").map((url) => url.trim()))
  .pipe(z.array(httpUrl).min(1));

const commaList = z.string().transform((list) =>
  list
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== ""),
);

/** An account on a chain; mixed case must have the correct checksum. */
export const address = z.string().transform((text, context): Address => {
  const parsed = parseAddress(text);
  if (parsed !== null) return parsed;
  context.addIssue({ code: "custom", message: "must be an address with a correct checksum" });
  return z.NEVER;
});

/** A comma-separated list of addresses, at least one. */
export const addresses = commaList.pipe(z.array(address).min(1));

/** A whole number within limits, both included. */
function wholeNumber(min: number, max: number) {
  const error = `must be a whole number from ${min} to ${max}`;
  return z.coerce.number({ error }).int({ error }).min(min, { error }).max(max, { error });
}

/** A number of confirmations. */
export const blockCount = wholeNumber(1, 10_000);

/** The block that counts as final: one that nodes mark, or one with this many confirmations. */
export const finalityRule = z.union([z.enum(["safe", "finalized"]), blockCount], {
  error: "must be finalized, safe, or a number of confirmations from 1 to 10000",
});

/** Requests per minute; 0 for no limit. */
const perMinute = wholeNumber(0, 1_000_000_000);

/** Records of a kind that a partner may have. */
const recordLimit = wholeNumber(1, 1_000_000_000);

/** A plain positive decimal, with bounded digits. */
export const rate = z
  .string()
  .regex(/^(?!0+(\.0+)?$)\d{1,9}(\.\d{1,12})?$/, "must be a positive decimal, such as 1.08");

/** A plain decimal that may be zero, with bounded digits. */
export const price = z.string().regex(/^\d{1,9}(\.\d{1,6})?$/, "must be a decimal, such as 3500 or 0.25");

/** An amount of native coin as a plain decimal that may be zero. */
export const coin = z.string().regex(/^\d{1,9}(\.\d{1,18})?$/, "must be a decimal, such as 0.05");

/** A budget in US dollars, as cents; -1 for `none`. */
const budget = z
  .string()
  .regex(/^(none|\d{1,9}(\.\d{1,2})?)$/, "must be dollars, such as 500 or 12.50, or none")
  .transform((text): bigint => {
    if (text === "none") return -1n;
    const [dollars = "0", cents = ""] = text.split(".");
    return BigInt(dollars + cents.padEnd(2, "0"));
  });

/** `EUR=1.08,GBP=1.27`: the price of one unit of each currency in US dollars. */
const staticRates = commaList
  .transform((items) => items.map((item) => item.split("=")))
  .pipe(
    z
      .array(
        z.tuple([
          z.string().refine(isForeignCurrency, "must list ISO 4217 currencies other than USD, such as EUR=1.08"),
          rate,
        ]),
      )
      .refine((pairs) => new Set(pairs.map(([code]) => code)).size === pairs.length, "must list each currency once"),
  )
  .transform((pairs): Readonly<Record<string, string>> => Object.fromEntries(pairs));

function isForeignCurrency(code: string): boolean {
  return code !== "USD" && findCurrency(code) !== null;
}

/** A URL that is requested by GET; its secrets belong in the query. */
const sourceUrl = httpUrl.refine(
  (text) => URL.parse(text)?.username === "",
  "must not contain a user name or password; put secrets in the query",
);

/** 32 bytes, as printed by `openssl rand -base64 32` or `openssl rand -hex 32`. */
const dataKey = z
  .string()
  .regex(/^(?:[0-9a-fA-F]{64}|[A-Za-z0-9+/]{43}=)$/, "must be 32 bytes, as base64 or as 64 hexadecimal digits")
  .transform((text) => Buffer.from(text, text.length === 64 ? "hex" : "base64"));

const privateKeyForm = "must be 0x followed by 64 hexadecimal digits, and the key of an account, which zero isn't";

/** Comma-separated; each key is a separate relayer wallet. */
const privateKeys = commaList.pipe(
  z.array(z.custom<`0x${string}`>((text) => isPrivateKey(String(text)), privateKeyForm)).min(1),
);

/** `8453:USDC=10000,8453:native=0.5`: what may leave each relayer wallet in a UTC day, by chain id and token symbol. */
const outflowLimits = commaList
  .pipe(
    z.array(
      z
        .string()
        .regex(
          /^[1-9]\d{0,15}:[A-Za-z0-9]{1,20}=\d{1,20}(\.\d{1,18})?$/,
          "must be limits such as 8453:USDC=10000 or 8453:native=0.5",
        ),
    ),
  )
  .transform((items) => items.map((item) => item.split(/[:=]/) as [string, string, string]))
  .transform((items) => items.map(([chainId, symbol, perDay]) => ({ chainId: Number(chainId), symbol, perDay })))
  .refine(
    (items) => new Set(items.map(({ chainId, symbol }) => `${chainId}:${symbol.toLowerCase()}`)).size === items.length,
    "must list each token of a chain once",
  );

/** `8453=http://127.0.0.1:8545,56=…`: nodes that sign for their accounts, as local development chains do. */
const demoNodes = commaList
  .transform((items) => items.map((item) => item.split("=")))
  .pipe(
    z.array(
      z.tuple([z.string().regex(/^[1-9]\d*$/), z.url({ protocol: /^http$/, hostname: /^(127\.0\.0\.1|localhost)$/ })]),
    ),
  )
  .transform((pairs): Readonly<Record<string, string>> => Object.fromEntries(pairs));

/** Host names and addresses, as URLs write them, without ports. */
const hosts = commaList.pipe(
  z.array(z.string().refine((host) => URL.parse(`http://${host}`)?.host === host, "must be hosts without ports")),
);

/** An origin in the form of the header `Origin`: lower case, without the scheme's own port and the slash. */
const origin = z.string().transform((text, context) => {
  const url = URL.parse(text);
  const isWhole = url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
  if (isWhole && !url.hostname.includes("*")) return url.origin;
  const message = "must list origins without paths and wildcards, such as https://shop.example";
  context.addIssue({ code: "custom", message });
  return z.NEVER;
});

/** The mail server. The query may set nodemailer options: `?requireTLS=false`. */
const smtpUrl = urlOf("smtps", "smtp");

/** `Name <email>`, or just an email. */
const sender = z
  .string()
  .regex(/^(?:[^<>\r\n"]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, "must be an email, or Name <email>");

/** Variables of workers and commands, which sign and look after the installation. The pages' process gets none of them. */
const workerVariables = {
  RELAYER_PRIVATE_KEY: privateKeys.optional(),
  RELAYER_KEYS: commaList.pipe(z.array(relayerKey).min(1)).optional(),
  GOOGLE_KMS_URL: httpUrl.default("https://cloudkms.googleapis.com"),
  OUTFLOW_LIMITS: outflowLimits.default([]),
  BACKUP_TIMESTAMP_FILE: z.string().optional(),
};

/** Variables that the pages' process gets too. */
export const pagesVariables = {
  NODE_ENV: z.enum(["development", "test", "production"]).default("development"),
  DATABASE_URL: urlOf("postgresql", "postgres"),
  /** A connection that is the process's own, where DATABASE_URL leads to a pooler. */
  DATABASE_DIRECT_URL: urlOf("postgresql", "postgres").optional(),
  DATABASE_PREPARED_STATEMENTS: z.stringbool().default(true),
  DATABASE_POOL_SIZE: wholeNumber(1, 500).default(20),
  /** Seconds that a statement of the web processes may take; 0 for no limit. Workers and commands have none. */
  DATABASE_STATEMENT_TIMEOUT: wholeNumber(0, 3_600).default(15),
  DATABASE_PAGES_POOL_SIZE: wholeNumber(1, 500).default(8),
  PUBLIC_URL: httpUrl.transform((url) => url.replace(/\/+$/, "")),
  HOST: z.string().default("127.0.0.1"),
  PORT: wholeNumber(0, 65_535).default(3000),
  /** Seconds after SIGTERM in which the server accepts connections. Node closes idle ones after 6. */
  DRAIN_SECONDS: wholeNumber(0, 10).default(7),
  OPERATOR_NAME: plainText.trim().max(80, "must be 80 characters or fewer").optional(),
  OPERATOR_IMPRINT_URL: httpUrl.optional(),
  OPERATOR_SOURCE_URL: httpUrl.optional(),
  OPERATOR_STATUS_URL: httpUrl.optional(),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("info"),
  ANY_APP_ID: z.stringbool().default(false),
  CORS_MERCHANT_ORIGINS: commaList.pipe(z.array(origin)).default([]),
  EUR_USD_RATE: rate.optional(),
  STATIC_RATES: staticRates.default({}),
  RATES_URL: sourceUrl.optional(),
  RATES_REFRESH_SECONDS: wholeNumber(10, 86_400).default(600),
  RATES_STALE_SECONDS: wholeNumber(60, 604_800).default(3_600),
  RATES_MAX_AGE_SECONDS: wholeNumber(60, 2_678_400).default(604_800),
  SCREENING_DENY_LIST: z.string().optional(),
  AUTH_SECRET: z.string().min(32, "must have at least 32 characters").optional(),
  SIGN_UP: z.enum(["open", "closed"]).default("closed"),
  SIGN_UP_FEE_CENTS: wholeNumber(0, 1_000_000).default(10),
  SIGN_UP_FEE_PPM: wholeNumber(0, 999_999).default(4_000),
  DESTINATION_DELAY_HOURS: wholeNumber(0, 720).default(0),
  GAS_BUDGET_USD: budget.default(50_000n),
  GAS_BUDGET_PER_APP_USD: budget.default(50_000n),
  GAS_BUDGET_PER_BUYER_USD: budget.default(5_000n),
  WALLET_FACTORIES: commaList.pipe(z.array(address)).default([]),
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: sender.optional(),
  MAIL_TO_CONSOLE: z.stringbool().default(false),
  AUTH_GOOGLE_ID: z.string().optional(),
  AUTH_GOOGLE_SECRET: z.string().optional(),
  AUTH_GITHUB_ID: z.string().optional(),
  AUTH_GITHUB_SECRET: z.string().optional(),
  AUTH_OIDC_ISSUER: httpUrl.optional(),
  AUTH_OIDC_ID: z.string().optional(),
  AUTH_OIDC_SECRET: z.string().optional(),
  AUTH_OIDC_NAME: z.string().max(40).default("single sign-on"),
  DATA_ENCRYPTION_KEY: dataKey.optional(),
  /** The file that holds the sealed terms of deposit addresses, on another disk than the database. Without it, none is given. */
  DEPOSIT_JOURNAL: z.string().optional(),
  DATA_ENCRYPTION_OLD_KEYS: commaList.pipe(z.array(dataKey)).default([]),
  REDIS_URL: urlOf("rediss", "redis").optional(),
  RATE_LIMIT_PER_KEY: perMinute.default(30_000),
  RATE_LIMIT_PER_APP: perMinute.default(3_000),
  RATE_LIMIT_PER_ADDRESS: perMinute.default(300),
  RATE_LIMIT_PAGES_PER_ADDRESS: perMinute.default(1_200),
  RATE_LIMIT_PER_MEMBER: perMinute.default(600),
  /** The requests of all keys and apps of a partner together, in those of one key. */
  RATE_LIMIT_KEYS_PER_PARTNER: wholeNumber(1, 1_000).default(4),
  RATE_LIMIT_OPTIONS_PER_PAYMENT: perMinute.default(120),
  LIMIT_API_KEYS: recordLimit.default(100),
  LIMIT_APPS: recordLimit.default(50),
  LIMIT_MERCHANTS: recordLimit.default(10_000),
  LIMIT_INVITATIONS: recordLimit.default(50),
  LIMIT_LOGOS_PER_DAY: recordLimit.default(2_000),
  TRUST_PROXY: wholeNumber(0, 10).default(0),
  WEBHOOK_PRIVATE_HOSTS: hosts.default([]),
  WALLETCONNECT_PROJECT_ID: z
    .string()
    .regex(/^[0-9a-f]{32}$/, "must be 32 hexadecimal digits")
    .optional(),
  WALLETCONNECT_RELAY_URL: urlOf("wss", "ws").optional(),
  DEMO_WALLET_ADDRESS: z
    .string()
    .regex(/^0x[0-9a-fA-F]{40}$/, "must be an address: 0x followed by 40 hexadecimal digits")
    .optional(),
  DEMO_WALLET_RPC_URLS: demoNodes.default({}),
  /** The pages' process takes the next one. */
  METRICS_PORT: wholeNumber(1, 65_534).optional(),
  METRICS_HOST: z.string().default("127.0.0.1"),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  ALARM_EMAIL: commaList.pipe(z.array(emailAddress)).default([]),
  ALARM_WEBHOOK_URL: httpUrl.optional(),
  ALARM_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/, "must be whsec_ and at least 24 bytes in base64")
    .optional(),
  ALARM_SLACK_URL: httpUrl.optional(),
  FAULT_POINT: z.string().optional(),
};

/** The variables with fixed names. Those per chain are parsed in env.ts. */
export const environmentSchema = z.object({ ...pagesVariables, ...workerVariables });
