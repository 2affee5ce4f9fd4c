import pino from "pino";
import { env } from "#lib/env/env.ts";

/** Everything that must never be in a log, wherever it hangs in what is logged. */
const secretPaths = [
  "apiKey",
  "secret",
  "password",
  "privateKey",
  "signature",
  "results",
  "collectedData",
  "authorization",
  "cookie",
  'headers["api-key"]',
  "headers.authorization",
  "headers.cookie",
].flatMap((path) => [path, `*.${path}`]);

/**
 * Makes a JSON logger that redacts secrets and personal data by key name, one level deep and at the top.
 * @param destination where the lines go; standard output when left out.
 */
export function createLogger(level: string, destination?: pino.DestinationStream): pino.Logger {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: secretPaths, censor: "[redacted]" },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

let shared: pino.Logger | undefined;

/** The process's logger. */
export function log(): pino.Logger {
  shared ??= createLogger(env().LOG_LEVEL);
  return shared;
}
