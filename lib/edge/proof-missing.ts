import type { TillErrorDetails } from "#lib/core/errors.ts";

/** The refusal of a member whose proof of who they are is too old. The pages answer its issue by asking for the password or a code. */
export const proofMissing: TillErrorDetails = {
  message: "Confirm that it's you before you change this.",
  issues: [{ field: "proof", message: "is missing or too old" }],
};
