import { z } from "zod";

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

const schema = z.object({
  NODE_ENV: z.enum(["development", "test", "production"]).default("development"),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(500).default(20),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, "")),
  HOST: z.string().default("127.0.0.1"),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("info"),
  CORS_MERCHANT_ORIGINS: commaList.default([]),
  EUR_USD_RATE: z
    .string()
    .regex(/^(?!0+(\.0+)?$)\d{1,6}(\.\d{1,12})?$/, "must be a plain decimal above zero, such as 1.08")
    .default("1.08"),
  RELAYER_PRIVATE_KEY: z
    .string()
    .regex(/^0x[0-9a-fA-F]{64}$/, "must be 0x and 64 hexadecimal digits")
    .optional(),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  RATE_LIMIT_PER_KEY: perMinute.default(30_000),
  RATE_LIMIT_PER_APP: perMinute.default(3_000),
  RATE_LIMIT_PER_ADDRESS: perMinute.default(300),
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  FAULT_POINT: z.string().optional(),
});

export type Env = z.output<typeof schema> & {
  /** Node URLs of each enabled chain, by chain id; from `RPC_URLS_<chain id>`. */
  rpcUrls: ReadonlyMap<number, readonly string[]>;
  /** Confirmations that replace the registry's, by chain id; from `CONFIRMATIONS_<chain id>`. */
  confirmations: ReadonlyMap<number, number>;
};

/** What is wrong with the environment, one line a variable. */
export class EnvError extends Error {
  override readonly name = "EnvError";
}

function perChain<T>(source: Readonly<Record<string, string | undefined>>, prefix: string, value: z.ZodType<T>) {
  const found = new Map<number, T>();
  for (const [name, text] of Object.entries(source)) {
    const chainId = new RegExp(`^${prefix}_([1-9][0-9]*)$`).exec(name)?.[1];
    if (chainId === undefined || text === undefined || text === "") continue;
    const parsed = value.safeParse(text);
    if (!parsed.success) throw new EnvError(`${name}: ${parsed.error.issues[0]?.message ?? "not valid"}`);
    found.set(Number(chainId), parsed.data);
  }
  return found;
}

/**
 * Reads the whole configuration from environment variables; empty ones count as unset.
 * @throws EnvError with a readable line for each variable that is missing or malformed. Values are not repeated.
 */
export function parseEnv(source: Readonly<Record<string, string | undefined>>): Env {
  const set = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const parsed = schema.safeParse(set);
  if (!parsed.success) {
    const lines = parsed.error.issues.map(({ path, message }) => {
      const name = String(path[0]);
      return set[name] === undefined ? `${name}: missing` : `${name}: ${message}`;
    });
    throw new EnvError(lines.join("\n"));
  }
  return {
    ...parsed.data,
    rpcUrls: perChain(set, "RPC_URLS", urls),
    confirmations: perChain(set, "CONFIRMATIONS", z.coerce.number().int().min(1).max(10_000)),
  };
}

let cached: Env | undefined;

/** The process's configuration, read once. @throws EnvError as {@link parseEnv}. */
export function env(): Env {
  cached ??= parseEnv(process.env);
  return cached;
}

/** Reads the configuration at start; prints what is missing and ends the process with 1 when it can't. */
export function requireEnv(): Env {
  try {
    return env();
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    process.stderr.write(`The configuration is not complete:\n${error.message}\nSee .env.example.\n`);
    process.exit(1);
  }
}
