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
  "fullName",
  "dob",
  "pobAddress",
  "porAddress",
  "prefill",
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
 * What is logged of an error: name, message and stack with those of its causes, and a code. Clients of chain nodes put
 * all that they asked into their errors: URLs, in which providers put their keys, and calldata, in which buyers'
 * signatures are. Both are taken out, and of the rest so much is kept as anybody reads.
 */
function describeError(error: Error): Record<string, unknown> {
  const { type, message, stack, code } = pino.stdSerializers.err(error);
  const clean = (text: string) =>
    text
      .replaceAll(/https?:\/\/[^\s"]+/g, "[url]")
      .replaceAll(/0x[0-9a-fA-F]{128,}/g, "[data]")
      .slice(0, longestText);
  return { type, message: clean(message), stack: clean(stack), ...(code === undefined ? {} : { code }) };
}

const longestText = 4_000;

let shared: pino.Logger | undefined;

/** The process's logger. */
export function log(): pino.Logger {
  shared ??= createLogger(env().LOG_LEVEL);
  return shared;
}
