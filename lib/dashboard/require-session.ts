import { TillError } from "#lib/core/errors.ts";
import type { Member } from "#lib/domain/partners/users/session.ts";

/** @throws TillError `missing_auth_headers` without a session. */
export function requireSession(member: Member | null): Member {
  if (member !== null) return member;
  throw new TillError("missing_auth_headers", { message: "Your session has ended. Sign in again." });
}
