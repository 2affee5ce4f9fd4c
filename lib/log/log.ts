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
    serializers: { err: describeError },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/**
 * What is logged of an error: name, message and stack with those of its causes, and a code. Addresses are taken out:
 * providers put their keys into the URLs of chain nodes, and clients put those URLs into their errors.
 */
function describeError(error: Error): Record<string, unknown> {
  const { type, message, stack, code } = pino.stdSerializers.err(error);
  const clean = (text: string) => text.replaceAll(/https?:\/\/[^\s"]+/g, "[url]");
  return { type, message: clean(message), stack: clean(stack), ...(code === undefined ? {} : { code }) };
}

let shared: pino.Logger | undefined;

/** The process's logger. */
export function log(): pino.Logger {
  shared ??= createLogger(env().LOG_LEVEL);
  return shared;
}
