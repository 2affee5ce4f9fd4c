import sharp from "sharp";
import { processSingleton } from "#lib/core/process-singleton.ts";
import { type LogoType, maxLogoEdge } from "#lib/domain/merchants/logos/logo.ts";

// What strangers sent is not kept for a second time.
sharp.cache(false);

const decoders: Readonly<Record<LogoType, string>> = {
  "image/jpeg": "jpeg",
  "image/png": "png",
  "image/webp": "webp",
  "image/avif": "heif",
};

const timeoutSeconds = 10;

type Expected = { mediaType: LogoType; width: number; height: number };

/** The end of the process's queue of decoding work. */
const queue = processSingleton("image-decoding", (): { end: Promise<unknown> } => ({ end: Promise.resolve() }));

/**
 * Decodes an image from its first pixel to its last and throws the pixels away. One at a time: an image of the largest
 * size takes up to a second of a worker thread, and an AVIF of it 300 MB.
 * @param expected what the file's header says. A decoder that finds something else has read another file than we did.
 * @throws Error when the file is damaged, cut off, larger than any logo, or not what was expected.
 */
export function decodeImage(bytes: Buffer, expected: Expected): Promise<void> {
  return inTurn(() => decodeNow(bytes, expected));
}

/**
 * A small PNG of an image that {@link decodeImage} has found whole, as pages show it: the middle of it, square, and
 * transparent where it is. Waits for its turn as well.
 * @param edge in pixels.
 */
export function makeThumbnail(bytes: Buffer, edge: number): Promise<Buffer> {
  return inTurn(() =>
    sharp(bytes, { limitInputPixels: maxLogoEdge ** 2 })
      .timeout({ seconds: timeoutSeconds })
      .resize(edge, edge, { fit: "cover" })
      .png()
      .toBuffer(),
  );
}

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = queue().end.then(work);
  queue().end = turn.catch(() => undefined);
  return turn;
}

async function decodeNow(bytes: Buffer, expected: Expected): Promise<void> {
  const image = sharp(bytes, { failOn: "error", limitInputPixels: maxLogoEdge ** 2, sequentialRead: true });
  const found = await image.metadata();
  const isExpected = found.format === decoders[expected.mediaType] && edges(found) === edges(expected);
  if (!isExpected || (found.pages ?? 1) > 1) throw new Error("the decoder sees another image than we did");
  await image.timeout({ seconds: timeoutSeconds }).greyscale().raw().toBuffer();
}

/** In no order: the header of an AVIF file may have it turned by a quarter, which its decoder then has done already. */
function edges({ width, height }: { width: number; height: number }): string {
  return [width, height].toSorted((a, b) => a - b).join();
}
