import { newId } from "#lib/core/ids.ts";
import type { Role } from "#lib/core/roles.ts";
import type { Member } from "#lib/domain/partners/users/session.ts";
import type { TestPartner } from "#test/stack/partner.ts";

/** A signed-in member of a partner, of whom the database has no rows. */
export function memberOf({ partnerId }: Pick<TestPartner, "partnerId">, role: Role): Member {
  const now = new Date();
  return {
    userId: newId("usr", now),
    sessionId: newId("ses", now),
    email: `${role}@till.example`,
    name: "",
    role,
    timeZone: null,
    scope: { partnerId, merchantId: null },
    liveScope: { partnerId, merchantId: null },
    partnerName: "Test partner",
    lacksSecondFactor: false,
    provedAt: now,
  };
}
