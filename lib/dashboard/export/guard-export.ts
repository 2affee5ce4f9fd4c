import { TillError } from "#lib/core/errors.ts";
import type { PartnerId, UserId } from "#lib/core/ids.ts";
import { processSingleton } from "#lib/core/process-singleton.ts";
import { isGranted } from "#lib/core/roles.ts";
import { requireSession } from "#lib/dashboard/require-session.ts";
import { findMember } from "#lib/domain/partners/users/find-member.ts";
import type { Member } from "#lib/domain/partners/users/session.ts";

/** @throws TillError `missing_auth_headers` without a session, `forbidden` for a member who may not read. */
export function requireReader(found: Member | null): Member {
  const member = requireSession(found);
  if (member.lacksSecondFactor) {
    const message = "Your company requires two-factor authentication. Open the dashboard and set it up.";
    throw new TillError("forbidden", { message });
  }
  if (!isGranted(member.role, "read")) {
    throw new TillError("forbidden", { message: "Your role doesn't allow this. Ask an owner or admin." });
  }
  return member;
}

/** As many downloads as a browser runs at once. */
const maxOfMember = 6;
/** Of the connections to the pages' process, whichever addresses the partner's members have. */
const maxOfPartner = 20;

/** Exports that are being sent, by member and by partner. */
const open = processSingleton("open-exports", () => new Map<UserId | PartnerId, number>());

/** @throws TillError `rate_limited` when the member, or the partner, is downloading as many exports as allowed. */
export function requireFreeExport({ userId, scope }: Member): void {
  const { partnerId } = scope;
  if ((open().get(userId) ?? 0) >= maxOfMember) throw tooMany(`You are downloading ${maxOfMember} exports`);
  if ((open().get(partnerId) ?? 0) >= maxOfPartner) {
    throw tooMany(`Your company's members are downloading ${maxOfPartner} exports`);
  }
}

function tooMany(reason: string): TillError {
  const message = `${reason}, the most that are possible at once. Wait until one is complete, or cancel one.`;
  return new TillError("rate_limited", { message, retryAfterSeconds: 10 });
}

/**
 * Passes an export on and counts it as open, from its first read until it has ended, failed or been canceled.
 * It isn't counted before, because the response to a client that has gone is neither read nor canceled. An
 * export that is one too many by then fails, and so does one whose member has signed out, was removed or may
 * no longer read: that is looked up before each batch is sent.
 */
export function guardExport(member: Member, source: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = source.getReader();
  let isCounted = false;
  const end = async () => {
    if (isCounted) count(member, -1);
    isCounted = false;
    // It rejects with the error of a source that has failed, which the reader of the export gets.
    await reader.cancel().catch(() => undefined);
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          if (!isCounted) {
            requireFreeExport(member);
            count(member, 1);
            isCounted = true;
          }
          const { done, value } = await reader.read();
          // After the read, which may have waited for its turn.
          requireReader(await findMember(member.sessionId));
          if (!done) return controller.enqueue(value);
        } catch (error) {
          await end();
          throw error;
        }
        await end();
        controller.close();
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  );
}

function count({ userId, scope }: Member, change: 1 | -1): void {
  for (const id of [userId, scope.partnerId]) {
    const left = (open().get(id) ?? 0) + change;
    if (left > 0) open().set(id, left);
    else open().delete(id);
  }
}
