import { RateLimiterMemory } from "rate-limiter-flexible";
import { TillError } from "#lib/core/errors.ts";
import { processSingleton } from "#lib/core/process-singleton.ts";
import { makeThumbnail } from "#lib/domain/merchants/logos/decode-image.ts";
import { type FetchLogo, fetchLogo } from "#lib/domain/merchants/logos/fetch-logo.ts";
import type { LogoType } from "#lib/domain/merchants/logos/logo.ts";
import { LogoRefusal, type LogoRule } from "#lib/domain/merchants/logos/logo-refusal.ts";

/** Enough for a person who tries several URLs. */
const checksPerMinute = 20;
/** Twice the largest size at which pages show logos, for high-density screens. In pixels. */
const thumbnailEdge = 192;

const checks = processSingleton(
  "logo-checks",
  () => new RateLimiterMemory({ points: checksPerMinute, duration: 60, keyPrefix: "logo" }),
);

/** The result of checking a URL against the rules for logos. */
export type LogoVerdict =
  | { isKept: false; broken: LogoRule; message: string }
  | { isKept: true; mediaType: LogoType; width: number; height: number; sizeBytes: number; thumbnail: Buffer };

/**
 * Checks a logo URL exactly as setting it would, without storing anything. Contacts other hosts as {@link fetchLogo}
 * does; never call it inside a transaction.
 * @param userId the user whose checks are counted: 20 a minute per process.
 * @throws TillError `rate_limited`.
 */
export async function previewLogo(userId: string, url: string, fetch: FetchLogo = fetchLogo): Promise<LogoVerdict> {
  await checks()
    .consume(userId)
    .catch((refusal: unknown) => {
      throw new TillError("rate_limited", {
        message: "You have checked 20 logo URLs in a minute, which is the limit. Try again in a minute.",
        cause: refusal,
      });
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
