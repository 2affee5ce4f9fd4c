import { shownMember } from "#lib/core/shown-member.ts";
import { jsonResponse } from "#lib/dashboard/rpc/http.ts";
import type { Member } from "#lib/domain/partners/users/session.ts";

/**
 * Returns the refusal of a call of a page that shows another member than the one who is signed in now, else null: its answer would appear
 * under the wrong name, and its change would be made for the wrong partner.
 */
export function refuseOtherMember(request: Request, { userId }: Member): Response | null {
  if ((request.headers.get(shownMember.header) ?? userId) === userId) return null;
  const message = "Another member has signed in to this browser. Reload the page.";
  return jsonResponse(409, { error: { code: shownMember.refusedCode, message } });
}
