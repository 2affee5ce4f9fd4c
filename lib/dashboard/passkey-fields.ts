import { z } from "zod";
import { isTransport } from "#lib/domain/partners/users/passkeys/describe-credentials.ts";

const bytes = (max: number) =>
  z
    .string()
    .regex(/^[A-Za-z0-9_-]+$/, "must be base64url")
    .max(max, "is too long");

/** An authenticator's id of a credential has 1,023 bytes at most. */
const credential = { id: bytes(1_364), rawId: bytes(1_364), type: z.literal("public-key", "must be public-key") };

/** The browser's JSON of a new passkey; other members, which depend on the browser, are dropped. */
export const newPasskey = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: bytes(8_192),
      attestationObject: bytes(16_384),
      // Browsers name transports that this version doesn't know yet.
      transports: z
        .array(z.string())
        .max(20, "has too many entries")
        .optional()
        .transform((names = []) => [...new Set(names.filter(isTransport))]),
    }),
  })
  .transform((response) => ({ ...response, clientExtensionResults: {} }));

/** The browser's JSON of a passkey that was used. */
export const usedPasskey = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: bytes(8_192),
      authenticatorData: bytes(8_192),
      signature: bytes(8_192),
      userHandle: bytes(128).optional(),
    }),
  })
  .transform(({ response: { userHandle, ...response }, ...rest }) => ({
    ...rest,
    response: userHandle === undefined ? response : { ...response, userHandle },
    clientExtensionResults: {},
  }));
