import sharp from "sharp";
import { processSingleton } from "#lib/core/process-singleton.ts";
import { type LogoType, maxLogoEdge } from "#lib/domain/merchants/logos/logo.ts";

// Each file is decoded once, and untrusted data has no place in a shared cache.
sharp.cache(false);

const decoders: Readonly<Record<LogoType, string>> = {
  "image/jpeg": "jpeg",
  "image/png": "png",
  "image/webp": "webp",
  "image/avif": "heif",
};

const timeoutSeconds = 10;

type Expected = { mediaType: LogoType; width: number; height: number };

/** The last decoding job of this process; the next one waits for it. */
const queue = processSingleton("image-decoding", (): { last: Promise<unknown> } => ({ last: Promise.resolve() }));

/**
 * Decodes a whole image and discards the pixels. One image at a time per process: an image of the maximum size takes up
 * to a second of a worker thread, and as AVIF 300 MB of memory.
 * @param expected the format and dimensions that readImageHeader found. If the decoder disagrees, the file is
 * ambiguous and refused.
 * @throws Error when the file is damaged, cut off, larger than the pixel limit, or not as expected.
 */
export function decodeImage(bytes: Buffer, expected: Expected): Promise<void> {
  return enqueue(() => decodeNow(bytes, expected));
}

/**
 * Makes a square PNG thumbnail, cropped to the centre, of an image that {@link decodeImage} accepted. Transparency is
 * kept, and a photo is turned as its Exif data says. Queues behind other decoding jobs.
 * @param edge length of an edge in pixels.
 */
export function makeThumbnail(bytes: Buffer, edge: number): Promise<Buffer> {
  return enqueue(() =>
    sharp(bytes, { limitInputPixels: maxLogoEdge ** 2 })
      .timeout({ seconds: timeoutSeconds })
      .autoOrient()
      .resize(edge, edge, { fit: "cover" })
      .png()
      .toBuffer(),
  );
}

function enqueue<T>(work: () => Promise<T>): Promise<T> {
  const job = queue().last.then(work);
  queue().last = job.catch(() => undefined);
  return job;
}

async function decodeNow(bytes: Buffer, expected: Expected): Promise<void> {
  const image = sharp(bytes, { failOn: "error", limitInputPixels: maxLogoEdge ** 2, sequentialRead: true });
  const found = await image.metadata();
  const isExpected = found.format === decoders[expected.mediaType] && edges(found) === edges(expected);
  if (!isExpected || (found.pages ?? 1) > 1)
    throw new Error("the decoder found a different image than the header describes");
  await image.timeout({ seconds: timeoutSeconds }).greyscale().raw().toBuffer();
}

/** The edges, sorted: a rotated AVIF has them swapped in its header compared with the decoded image. */
function edges({ width, height }: { width: number; height: number }): string {
  return [width, height].toSorted((a, b) => a - b).join();
}
