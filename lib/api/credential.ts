import type { Actor } from "#lib/core/actor.ts";
import type { ApiKeyId, UserId } from "#lib/core/ids.ts";
import type { KeyHolder } from "#lib/domain/partners/api-keys/repository.ts";
import type { ApiMember } from "#lib/edge/api-member.ts";

/** The authorization of a request: a key, or the session of a member who uses the console of the docs. */
export type Credential = KeyHolder | ApiMember;

export function isMember(credential: Credential): credential is ApiMember {
  return "userId" in credential;
}

/** The id under which the limits count a credential. */
export function countedIdOf(credential: Credential): ApiKeyId | UserId {
  return isMember(credential) ? credential.userId : credential.keyId;
}

/** The author of what a request changes, for the audit log. */
export function actorOf(credential: Credential): Actor {
  if (!isMember(credential)) return { kind: "api_key", id: credential.keyId, name: credential.name };
  const { userId, email, role } = credential;
  return { kind: "user", id: userId, name: email, role };
}
