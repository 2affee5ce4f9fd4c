"use client";

import { browserName } from "#components/dashboard/account/browser-name.ts";
import { useRpcMutation } from "#components/dashboard/data/use-rpc-mutation.ts";
import { When } from "#components/dashboard/when.tsx";
import { ActionButton } from "#components/ui/action-button.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Card } from "#components/ui/card.tsx";
import { Problem } from "#components/ui/problem.tsx";
import type { QueryOutput } from "#lib/dashboard/rpc/contract.ts";

type Session = QueryOutput<"account.security">["sessions"][number];

/** The member's active sessions. */
export function SessionsSection({ sessions }: { sessions: readonly Session[] }) {
  const revokeOthers = useRpcMutation("account.revokeOtherSessions", ["account.security"]);
  return (
    <Card
      isSplit
      title="Active sessions"
      about="A browser you sign out here loses access with its next request."
      action={
        sessions.length > 1 && (
          <ActionButton isBusy={revokeOthers.isPending} onClick={() => revokeOthers.mutate({})}>
            Sign out everywhere else
          </ActionButton>
        )
      }
    >
      {revokeOthers.error !== null && <Problem>{revokeOthers.error.message}</Problem>}
      <ul className="divide-y divide-line">
        {sessions.map((session) => (
          <SessionItem key={session.id} session={session} />
        ))}
      </ul>
    </Card>
  );
}

function SessionItem({ session }: { session: Session }) {
  const revoke = useRpcMutation("account.revokeSession", ["account.security"]);
  const { id, userAgent, createdAt, lastSeenAt, isCurrent } = session;
  const name = browserName(userAgent);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-5 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {name}
          {isCurrent && <Badge tone="good">This browser</Badge>}
        </p>
        <p className="text-sm text-ink-muted">
          Signed in <When at={createdAt} />, last seen <When at={lastSeenAt} />
        </p>
        {revoke.error !== null && <Problem>{revoke.error.message}</Problem>}
      </div>
      {!isCurrent && (
        <ActionButton
          isBusy={revoke.isPending}
          aria-label={`Sign out ${name}`}
          onClick={() => revoke.mutate({ sessionId: id })}
        >
          Sign out
        </ActionButton>
      )}
    </li>
  );
}
