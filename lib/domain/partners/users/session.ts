import type { PasskeyId, SessionId, UserId } from "#lib/core/ids.ts";
import type { Role } from "#lib/core/roles.ts";
import type { PartnerScope } from "#lib/db/scope.ts";

/** A signed-in user with their role at their partner. */
export type Member = {
  userId: UserId;
  sessionId: SessionId;
  email: string;
  /** Empty when none was given. */
  name: string;
  role: Role;
  /** An IANA name; null for UTC. */
  timeZone: string | null;
  /** The account that the member acts in: the live one or, on a page of test mode, the test account. */
  scope: PartnerScope;
  /** The live account, to which members belong in both modes. */
  liveScope: PartnerScope;
  partnerName: string;
  /**
   * True when the partner requires a second factor and the member, who has a password, has none yet and
   * hasn't used a passkey in this session. Such a member may only set one up. A member without a password
   * signs in with another provider, which has its own.
   */
  lacksSecondFactor: boolean;
  /** When the member last proved who they are in this session: by signing in, or by a password, code or passkey since. */
  provedAt: Date;
};

/**
 * The facts that a sign-in has checked of its user: a passkey, or a password hash and whether there is a
 * second factor. An identity provider checks no password.
 */
export type SignInFacts = { passkeyId: PasskeyId } | { passwordHash: string | null; hasSecondFactor: boolean };

/** Actions that need a recent proof of who the member is are allowed for this long after it. */
export const proofHoldsMs = 10 * 60_000;

/** The lifetime of a session, after which its user has to sign in again. */
export const sessionSeconds = 14 * 24 * 3_600;
