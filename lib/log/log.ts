import pino from "pino";
import { env } from "#lib/env/env.ts";

/** The keys whose values must never be logged, at the top level or one level deep. */
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
  'headers["x-api-key"]',
  "headers.authorization",
  "headers.cookie",
].flatMap((path) => [path, `*.${path}`]);

/**
 * Creates a JSON logger that redacts secrets and personal data by key name, at the top level and one level deep.
 * @param destination receives the lines; defaults to standard output.
 */
export function createLogger(level: string, destination: pino.DestinationStream = standardOutput()): pino.Logger {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: secretPaths, censor: "[redacted]" },
    serializers: { err: describeError },
  };
  return pino(options, destination);
}

/** Lines that can't be written, or not fast enough, wait in up to so many bytes of memory; later ones are lost. */
const longestBacklog = 16_000_000;

/** At its exit, a process waits this long for the reader of its standard output, which may hang. */
const longestFlushMs = 3_000;

/**
 * Standard output that doesn't end the process when it can't be written to, such as on a full disk, and is
 * tried again with each line.
 */
function standardOutput(): pino.DestinationStream {
  let flushUntilMs = Number.POSITIVE_INFINITY;
  const retryEAGAIN = () => performance.now() < flushUntilMs;
  const output = pino.destination({ dest: process.stdout.fd, maxLength: longestBacklog, retryEAGAIN });
  let isFailing = false;
  output.on("error", () => {
    isFailing = true;
  });
  output.on("write", () => {
    isFailing = false;
  });
  // At the exit of the process, pino repeats a write that fails until it succeeds.
  const flush = output.flushSync.bind(output);
  output.flushSync = () => {
    if (isFailing) return;
    flushUntilMs = performance.now() + longestFlushMs;
    try {
      flush();
    } catch {
      isFailing = true;
    }
    flushUntilMs = Number.POSITIVE_INFINITY;
  };
  return output;
}

/** Serialises an error: its name, message and stack, including those of its causes, and its code, each {@link withoutSecrets}. */
export function describeError(error: Error): Record<string, unknown> {
  const { type, message, stack, code } = pino.stdSerializers.err(error);
  return {
    type,
    message: withoutSecrets(message),
    stack: withoutSecrets(stack),
    ...(code === undefined ? {} : { code }),
  };
}

/**
 * Removes from an error's text what must not be logged, and truncates the rest. Node clients put their
 * requests into messages: URLs, which contain providers' API keys, and calldata, which contains buyers'
 * signatures. Mail servers repeat the email that they refuse.
 */
export function withoutSecrets(text: string): string {
  return text
    .replaceAll(/https?:\/\/[^\s"]+/g, "[url]")
    .replaceAll(/0x[0-9a-fA-F]{128,}/g, "[data]")
    .replaceAll(/[^\s<>"'(),:;@]{1,64}@[\w.-]{1,253}\.[a-zA-Z]{2,63}/g, "[email]")
    .slice(0, maxTextLength);
}

const maxTextLength = 4_000;

let shared: pino.Logger | undefined;

/** Returns the logger of the process. */
export function log(): pino.Logger {
  shared ??= createLogger(env().LOG_LEVEL);
  return shared;
}
