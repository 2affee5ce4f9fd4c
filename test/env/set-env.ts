const defaults = {
  NODE_ENV: "test",
  DATABASE_URL: "postgresql://till@127.0.0.1:1/none",
  PUBLIC_URL: "https://till.example",
  LOG_LEVEL: "silent",
  DATA_ENCRYPTION_KEY: "ab".repeat(32),
  AUTH_SECRET: "ab".repeat(32),
  // There is no rate by default.
  EUR_USD_RATE: "1.08",
};

/** Sets the environment that lib reads once. Call it at the top of a test file, before anything reads it. */
export function setEnv(variables: Readonly<Record<string, string>> = {}): void {
  Object.assign(process.env, defaults, variables);
}
