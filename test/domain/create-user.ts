import { newId, type PartnerId, type SessionId, type UserId } from "#lib/core/ids.ts";
import type { Role } from "#lib/core/roles.ts";
import { prisma } from "#lib/db/prisma.ts";
import { findMember } from "#lib/domain/partners/users/find-member.ts";
import { hashPassword } from "#lib/domain/partners/users/password.ts";
import type { Member } from "#lib/domain/partners/users/session.ts";
import { startSession } from "#lib/domain/partners/users/start-session.ts";

export const testPassword = "a long enough password";

/** Inserts a member of a partner, signed in once. */
export async function createUser(partnerId: PartnerId, role: Role, email?: string): Promise<Member> {
  const id = newId("usr", new Date());
  const address = email ?? `${role}-${id.toLowerCase()}@till.example`;
  const passwordHash = await hashPassword(testPassword);
  await prisma().user.create({ data: { id, partnerId, email: address, name: "Ada", passwordHash, role } });
  return getMember(await openSession(id, "Firefox"));
}

/** Starts another session of a user without a second factor. */
export async function openSession(userId: UserId, userAgent: string | null): Promise<SessionId> {
  const sessionId = await startSession(
    userId,
    { userAgent, locale: null },
    { passwordHash: null, hasSecondFactor: false },
  );
  if (sessionId === null) throw new Error("the session was refused");
  return sessionId;
}

/** Returns the member of a session. @throws Error when the session is not valid. */
export async function getMember(sessionId: string): Promise<Member> {
  const member = await findMember(sessionId);
  if (member === null) throw new Error("the session is not valid");
  return member;
}
