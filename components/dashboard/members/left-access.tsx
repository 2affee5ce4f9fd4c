"use client";

import { type ReactNode, useState } from "react";
import { RevokeKey } from "#components/dashboard/developers/revoke-key.tsx";
import { paths } from "#components/dashboard/paths.ts";
import { ActionButton } from "#components/ui/action-button.tsx";
import { Link } from "#components/ui/link.tsx";
import { isolated } from "#lib/core/isolated.ts";
import type { QueryOutput } from "#lib/dashboard/rpc/contract.ts";

export type LeftAccessData = QueryOutput<"members.leftAccess">["left"];
type Key = LeftAccessData["keys"][number];

/** True when a member has set up nothing that outlasts their access. */
export function isNothingLeft(left: LeftAccessData): boolean {
  return Object.values(left).every((list) => list.length === 0);
}

/** Access that a member has set up for others and that keeps working without them. Keys can be revoked right here. */
export function LeftAccess({ left: { keys, endpoints, apps, origins, members } }: { left: LeftAccessData }) {
  const [revoking, setRevoking] = useState<Key | null>(null);
  const [revoked, setRevoked] = useState<ReadonlySet<string>>(new Set());
  return (
    <dl className="divide-y divide-line rounded-xl border border-line text-sm">
      <Group title="API keys" items={keys} keyOf={({ id }) => id}>
        {(key) => (
          <>
            <span className="min-w-0">
              <bdi className="font-medium wrap-anywhere">{key.name}</bdi>{" "}
              <code className="text-ink-muted">till_…{key.hint}</code>
            </span>
            {revoked.has(key.id) ? (
              <span role="status" className="text-ink-muted">
                Revoked
              </span>
            ) : (
              <ActionButton onClick={() => setRevoking(key)}>
                Revoke<span className="sr-only"> {isolated(key.name)}</span>
              </ActionButton>
            )}
          </>
        )}
      </Group>
      <Group title="Webhook endpoints" items={endpoints} keyOf={({ id }) => id}>
        {({ id, url }) => <PageLink href={paths.webhook(id)}>{url}</PageLink>}
      </Group>
      <Group title="Apps" items={apps} keyOf={({ id }) => id}>
        {({ name }) => (
          <PageLink href={paths.apps}>
            <bdi>{name}</bdi>
          </PageLink>
        )}
      </Group>
      <Group title="Sites that may embed the checkout" items={origins} keyOf={(origin) => origin}>
        {(origin) => <PageLink href={paths.apps}>{origin}</PageLink>}
      </Group>
      <Group title="Members who joined by their invitation" items={members} keyOf={({ id }) => id}>
        {({ email, role }) => (
          <>
            <span className="min-w-0 break-all">{email}</span>
            <span className="text-ink-muted capitalize">{role}</span>
          </>
        )}
      </Group>
      {revoking !== null && (
        <RevokeKey
          apiKey={revoking}
          onRevoked={() => setRevoked(new Set([...revoked, revoking.id]))}
          onClose={() => setRevoking(null)}
        />
      )}
    </dl>
  );
}

type GroupProps<Item> = {
  title: string;
  items: readonly Item[];
  keyOf: (item: Item) => string;
  children: (item: Item) => ReactNode;
};

function Group<Item>({ title, items, keyOf, children }: GroupProps<Item>) {
  if (items.length === 0) return null;
  return (
    <div className="space-y-1 px-4 py-3">
      <dt className="text-ink-muted">{title}</dt>
      {items.map((item) => (
        <dd key={keyOf(item)} className="flex min-h-10 items-center justify-between gap-4">
          {children(item)}
        </dd>
      ))}
    </div>
  );
}

function PageLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className="min-w-0 font-medium wrap-anywhere underline underline-offset-4">
      {children}
    </Link>
  );
}
