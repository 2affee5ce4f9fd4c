import type { PartnerId, UserId } from "#lib/core/ids.ts";
import type { Role } from "#lib/core/roles.ts";
import type { FeeSchedule } from "#lib/domain/payments/fees.ts";

/** A member who sends an API request with their session instead of a key, from the console of the docs. */
export type ApiMember = {
  userId: UserId;
  email: string;
  role: Role;
  /** The account that the member acts in: the live one or its test account. */
  partnerId: PartnerId;
  /** The permissions that the member may grant to a key. */
  permissions: ReadonlySet<string>;
  /** Permissions that need a newer proof of who the member is. */
  unproved: ReadonlySet<string>;
  /** The API version that the partner is pinned to. */
  serviceVersion: string;
  fees: FeeSchedule;
};
