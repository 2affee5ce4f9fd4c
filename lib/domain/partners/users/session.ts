import type { SessionId, UserId } from "#lib/core/ids.ts";
import type { Role } from "#lib/core/roles.ts";
import type { PartnerScope } from "#lib/db/scope.ts";

/** A person who is signed in: who, for which partner, and as what. */
export type Member = {
  userId: UserId;
  sessionId: SessionId;
  email: string;
  /** Empty where none was given. */
  name: string;
  role: Role;
  scope: PartnerScope;
  partnerName: string;
};

/** Somebody stays signed in for so long, then has to sign in again. */
export const sessionSeconds = 14 * 24 * 3_600;
