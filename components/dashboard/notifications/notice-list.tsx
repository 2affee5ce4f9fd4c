"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { Loaded } from "#components/dashboard/data/loaded.tsx";
import { rpcQuery } from "#components/dashboard/data/queries.ts";
import { Money } from "#components/dashboard/money.tsx";
import { noticePath, noticeTitle, type ShownNotice } from "#components/dashboard/notifications/notice-words.ts";
import { When } from "#components/dashboard/when.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Link } from "#components/ui/link.tsx";
import { LiveLink } from "#components/ui/live-link.tsx";

type NoticeListProps = { onSeen: (seen: { until: string }) => void; onClose: () => void };

/** The newest notifications of the live account, in both modes, each with a link to what it is about. */
export function NoticeList({ onSeen, onClose }: NoticeListProps) {
  const list = useQuery({ ...rpcQuery("notifications.list", {}), staleTime: 0, gcTime: 0 });
  const newest = list.data?.notices.find(({ isUnread }) => isUnread)?.at;
  useEffect(() => {
    if (newest !== undefined) onSeen({ until: newest });
  }, [newest, onSeen]);
  return (
    <>
      <div className="flex items-center justify-between gap-4 border-b border-line px-4 py-2.5">
        <h2 className="font-semibold">Notifications</h2>
        <Link
          href="/dashboard/account"
          onClick={onClose}
          className="py-1 text-sm underline underline-offset-4 hover:no-underline"
        >
          Email settings
        </Link>
      </div>
      <Loaded query={list} size="h-32 w-full">
        {({ notices }) =>
          notices.length === 0 ? (
            <p className="px-4 py-8 text-center text-sm text-ink-muted">
              No notifications yet. Failed payouts, refunds and changes to keys and destinations will appear here.
            </p>
          ) : (
            <ul className="divide-y divide-line">
              {notices.map((notice) => (
                <NoticeItem key={notice.id} notice={notice} onClose={onClose} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </>
  );
}

function NoticeItem({ notice, onClose }: { notice: ShownNotice; onClose: () => void }) {
  const { at, isUnread, merchant, money, name } = notice;
  return (
    <li>
      <LiveLink
        href={noticePath(notice)}
        onClick={onClose}
        className="block space-y-0.5 px-4 py-3 text-sm hover:bg-sunken"
      >
        <span className="flex flex-wrap items-center justify-between gap-2 font-medium">
          {noticeTitle(notice)}
          {isUnread && <Badge tone="good">New</Badge>}
        </span>
        <span className="block wrap-anywhere text-ink-muted">
          {money !== null && (
            <>
              <Money money={money} />
              {merchant !== null && ", "}
            </>
          )}
          <bdi>{name ?? merchant?.name}</bdi>
        </span>
        <span className="block text-ink-muted">
          <When at={at} />
        </span>
      </LiveLink>
    </li>
  );
}
