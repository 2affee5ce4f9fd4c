import type { z } from "zod";
import type { Address } from "#lib/core/caip.ts";
import {
  address,
  addresses,
  blockCount,
  coin,
  environmentSchema,
  finalityRule,
  pagesVariables,
  price,
  rate,
  urls,
} from "#lib/env/schema.ts";

export type Env = z.output<typeof environmentSchema> & {
  /** The node URLs of each enabled chain, by chain id; from `RPC_URLS_<chain id>`. */
  rpcUrls: ReadonlyMap<number, readonly string[]>;
  /** Confirmations that override the registry's, by chain id; from `FINALITY_<chain id>` or `CONFIRMATIONS_<chain id>`. */
  confirmations: ReadonlyMap<number, number>;
  /** Tags of final blocks that replace the confirmations, by chain id; from `FINALITY_<chain id>`. */
  finalityTags: ReadonlyMap<number, "safe" | "finalized">;
  /** Maximum gas prices that override the registry's, in gwei, by chain id; from `MAX_GAS_PRICE_GWEI_<chain id>`. */
  maxGasPricesGwei: ReadonlyMap<number, string>;
  /** Prices of native coins in US dollars that override the registry's, by chain id; from `NATIVE_PRICE_USD_<chain id>`. */
  nativePricesUsd: ReadonlyMap<number, string>;
  /**
   * Native coin that stays in a relayer wallet for gas when the operator moves the rest, by chain id; from
   * `GAS_RESERVE_<chain id>`.
   */
  gasReserves: ReadonlyMap<number, string>;
  /** The payment routers, the newest first, where they differ from the default; from `PAYMENT_ROUTER_<chain id>`. */
  paymentRouters: ReadonlyMap<number, readonly Address[]>;
  /** The recipients of money for merchants without a destination; from `TREASURY_ADDRESS_<chain id>`. */
  treasuries: ReadonlyMap<number, Address>;
  /** The recipients of fees; from `FEE_RECIPIENT_<chain id>`. */
  feeRecipients: ReadonlyMap<number, Address>;
};

/** Reports invalid environment variables: one line per variable, without its value. */
export class EnvError extends Error {
  override readonly name = "EnvError";
}

type Variables = Readonly<Record<string, string>>;

/** The variables `<prefix>_<chain id>`. */
const chainPrefixes = [
  "RPC_URLS",
  "FINALITY",
  "CONFIRMATIONS",
  "MAX_GAS_PRICE_GWEI",
  "NATIVE_PRICE_USD",
  "GAS_RESERVE",
  "PAYMENT_ROUTER",
  "TREASURY_ADDRESS",
  "FEE_RECIPIENT",
] as const;
const ofChain = new RegExp(`^(?:${chainPrefixes.join("|")})_[1-9][0-9]*$`);

/**
 * Returns true for the variables of Till that the pages' process gets. It signs nothing, so those of workers
 * aren't among them.
 */
export function isPagesVariable(name: string): boolean {
  return Object.hasOwn(pagesVariables, name) || ofChain.test(name);
}

/** Parses the variables `<prefix>_<chain id>`; adds the errors to `complaints`. */
function perChain<T>(
  set: Variables,
  prefix: (typeof chainPrefixes)[number],
  value: z.ZodType<T>,
  complaints: string[],
): Map<number, T> {
  const found = new Map<number, T>();
  for (const [name, text] of Object.entries(set)) {
    const chainId = new RegExp(`^${prefix}_([1-9][0-9]*)$`).exec(name)?.[1];
    if (chainId === undefined) continue;
    const parsed = value.safeParse(text);
    if (parsed.success) found.set(Number(chainId), parsed.data);
    else complaints.push(`${name}: ${parsed.error.issues[0]?.message ?? "is not valid"}`);
  }
  return found;
}

/** Lists conflicts between variables that are valid by themselves. */
function conflicts(values: z.output<typeof environmentSchema>, set: Variables): string[] {
  const { RATES_URL, RATES_REFRESH_SECONDS, RATES_STALE_SECONDS } = values;
  const hasTwoSources = RATES_URL !== undefined && set.STATIC_RATES !== undefined;
  return [
    ...(hasTwoSources ? ["RATES_URL: can't be combined with STATIC_RATES; unset one of them"] : []),
    ...(RATES_STALE_SECONDS < 2 * RATES_REFRESH_SECONDS
      ? ["RATES_STALE_SECONDS: must be at least twice RATES_REFRESH_SECONDS"]
      : []),
    ...mailConflicts(values),
    ...requiredTogether.flatMap((names) => {
      const missing = names.filter((name) => values[name] === undefined);
      return missing.length === names.length
        ? []
        : missing.map((name) => `${name}: missing; ${names.join(", ")} must be set together`);
    }),
  ];
}

/** Variables that must be set together. */
const requiredTogether = [
  ["AUTH_GOOGLE_ID", "AUTH_GOOGLE_SECRET"],
  ["ALARM_WEBHOOK_URL", "ALARM_WEBHOOK_SECRET"],
  ["AUTH_GITHUB_ID", "AUTH_GITHUB_SECRET"],
  ["AUTH_OIDC_ISSUER", "AUTH_OIDC_ID", "AUTH_OIDC_SECRET"],
] as const;

function mailConflicts({
  SMTP_URL,
  MAIL_FROM,
  MAIL_TO_CONSOLE,
  PUBLIC_URL,
  ALARM_EMAIL,
}: z.output<typeof environmentSchema>): string[] {
  const isLocal = ["127.0.0.1", "localhost", "[::1]"].includes(new URL(PUBLIC_URL).hostname);
  return [
    ...(SMTP_URL !== undefined && MAIL_FROM === undefined ? ["MAIL_FROM: missing; SMTP_URL requires it"] : []),
    ...(ALARM_EMAIL.length > 0 && SMTP_URL === undefined && !MAIL_TO_CONSOLE
      ? ["ALARM_EMAIL: requires SMTP_URL and MAIL_FROM"]
      : []),
    ...(MAIL_TO_CONSOLE && SMTP_URL !== undefined
      ? ["MAIL_TO_CONSOLE: can't be combined with SMTP_URL; unset one of them"]
      : []),
    // Emails contain secret links, which must not reach the logs of an installation that others can access.
    ...(MAIL_TO_CONSOLE && !isLocal
      ? ["MAIL_TO_CONSOLE: requires a PUBLIC_URL on localhost; set SMTP_URL instead"]
      : []),
  ];
}

/**
 * Parses the configuration from environment variables; empty ones count as unset.
 * @throws EnvError with one line per missing or invalid variable, without its value.
 */
export function parseEnv(source: Readonly<Record<string, string | undefined>>): Env {
  const set = Object.fromEntries(
    Object.entries(source).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== ""),
  );
  const parsed = environmentSchema.safeParse(set);
  const complaints = parsed.success
    ? conflicts(parsed.data, set)
    : parsed.error.issues.map(({ path, message }) => {
        const name = String(path[0]);
        return set[name] === undefined ? `${name}: missing` : `${name}: ${message}`;
      });
  const rpcUrls = perChain(set, "RPC_URLS", urls, complaints);
  const finality = perChain(set, "FINALITY", finalityRule, complaints);
  const confirmations = perChain(set, "CONFIRMATIONS", blockCount, complaints);
  const finalityTags = new Map<number, "safe" | "finalized">();
  for (const [chainId, rule] of finality) {
    if (confirmations.has(chainId))
      complaints.push(`FINALITY_${chainId}: can't be combined with CONFIRMATIONS_${chainId}`);
    if (typeof rule === "number") confirmations.set(chainId, rule);
    else finalityTags.set(chainId, rule);
  }
  const maxGasPricesGwei = perChain(set, "MAX_GAS_PRICE_GWEI", rate, complaints);
  const nativePricesUsd = perChain(set, "NATIVE_PRICE_USD", price, complaints);
  const gasReserves = perChain(set, "GAS_RESERVE", coin, complaints);
  const paymentRouters = perChain(set, "PAYMENT_ROUTER", addresses, complaints);
  const treasuries = perChain(set, "TREASURY_ADDRESS", address, complaints);
  const feeRecipients = perChain(set, "FEE_RECIPIENT", address, complaints);
  if (!parsed.success || complaints.length > 0) throw new EnvError([...new Set(complaints)].join("\n"));
  return {
    ...parsed.data,
    rpcUrls,
    confirmations,
    finalityTags,
    maxGasPricesGwei,
    nativePricesUsd,
    gasReserves,
    paymentRouters,
    treasuries,
    feeRecipients,
  };
}

/** Lists variables that are set, look like those of a chain, and have a name that Till doesn't read. */
export function listMisnamed(source: Readonly<Record<string, string | undefined>> = process.env): string[] {
  return Object.keys(source).filter(
    (name) =>
      source[name] !== "" &&
      /^(RPC_URL|TREASURY_ADDRESS|FEE_RECIPIENT)/i.test(name) &&
      !/^(RPC_URLS|TREASURY_ADDRESS|FEE_RECIPIENT)_[1-9][0-9]*$/.test(name),
  );
}

let cached: Env | undefined;

/** Returns the configuration of the process, parsed once. @throws EnvError like {@link parseEnv}. */
export function env(): Env {
  cached ??= parseEnv(process.env);
  return cached;
}

/** The name of an optional variable, or several of which one is enough. */
export type NeededVariable = keyof Env | readonly (keyof Env)[];

/**
 * Returns the configuration at start-up; on errors, prints them and exits with code 1.
 * @param needed optional variables that this entry point requires; of several in a list, one is enough.
 * @param check throws EnvError when the variables don't fit what other parts of the code know.
 */
export function requireEnv(needed: readonly NeededVariable[] = [], check: () => void = () => undefined): Env {
  try {
    const read = env();
    check();
    const missing = needed
      .map((names) => [names].flat())
      .filter((names) => names.every((name) => read[name] === undefined));
    if (missing.length > 0) throw new EnvError(missing.map((names) => `${names.join(" or ")}: missing`).join("\n"));
    return read;
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    process.stderr.write(`Invalid configuration:\n${error.message}\nSee .env.example for all variables.\n`);
    process.exit(1);
  }
}

/** Sets the public URL for next-auth, which reads it only from the environment variable NEXTAUTH_URL. */
export function setNextAuthUrl(publicUrl: string): void {
  process.env.NEXTAUTH_URL = publicUrl;
}
