import { RateLimiterMemory } from "rate-limiter-flexible";
import { TillError } from "#lib/core/errors.ts";
import { processSingleton } from "#lib/core/process-singleton.ts";
import { LogoRefusal, type LogoRule } from "#lib/domain/merchants/logos/broken-rule.ts";
import { makeThumbnail } from "#lib/domain/merchants/logos/decode-image.ts";
import { type FetchLogo, fetchLogo } from "#lib/domain/merchants/logos/fetch-logo.ts";
import type { LogoType } from "#lib/domain/merchants/logos/logo.ts";

/** Enough for somebody who tries one address after the other. */
const checksPerMinute = 20;
/** Twice the largest size in which our pages show logos, for screens that have two pixels for one. */
const thumbnailEdge = 192;

const checks = processSingleton(
  "logo-checks",
  () => new RateLimiterMemory({ points: checksPerMinute, duration: 60, keyPrefix: "logo" }),
);

/** What is at a URL, judged by the rules for logos. */
export type LogoVerdict =
  | { isKept: false; broken: LogoRule; message: string }
  | { isKept: true; mediaType: LogoType; width: number; height: number; sizeBytes: number; thumbnail: Buffer };

/**
 * Checks what is at a URL now as setting it does, and keeps nothing of it. Asks other hosts under all the conditions of
 * {@link fetchLogo}; never call it inside a transaction.
 * @param asker whose checks are counted, twenty a minute in this process.
 * @throws TillError `rate_limited`.
 */
export async function previewLogo(asker: string, url: string, fetch: FetchLogo = fetchLogo): Promise<LogoVerdict> {
  await checks()
    .consume(asker)
    .catch((refusal: unknown) => {
      throw new TillError("rate_limited", { message: "That were many addresses. Wait a minute.", cause: refusal });
    });
  try {
    const { bytes, mediaType, width, height } = await fetch(url);
    const thumbnail = await makeThumbnail(bytes, thumbnailEdge);
    return { isKept: true, mediaType, width, height, sizeBytes: bytes.length, thumbnail };
  } catch (error) {
    if (!(error instanceof LogoRefusal)) throw error;
    return { isKept: false, broken: error.rule, message: error.issues?.[0]?.message ?? error.message };
  }
}
