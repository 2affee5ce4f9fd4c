import { TillError } from "#lib/core/errors.ts";
import { HttpError } from "#lib/edge/http-error.ts";

/** The largest body of any operation. */
export const bodyLimitBytes = 64 * 1_024;

/** The refusal of a body beyond the limit: 413. */
export function bodyTooLong(): HttpError {
  return new HttpError("invalid_params", { status: 413, message: `The body is larger than ${bodyLimitBytes} bytes.` });
}

/**
 * Reads a stream of bytes as UTF-8 text.
 * @throws TillError `invalid_params`: 413 as soon as the limit is passed, 400 when the bytes aren't UTF-8.
 */
export async function readBody(chunks: AsyncIterable<Uint8Array> | null): Promise<string> {
  if (chunks === null) return "";
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of chunks) {
    length += part.length;
    if (length > bodyLimitBytes) {
      throw bodyTooLong();
    }
    parts.push(part);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(parts));
  } catch (error) {
    throw new TillError("invalid_params", { message: "The body isn't UTF-8.", cause: error });
  }
}
