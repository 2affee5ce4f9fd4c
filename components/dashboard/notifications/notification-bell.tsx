"use client";

import * as RadixPopover from "@radix-ui/react-popover";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { rpcQuery } from "#components/dashboard/data/queries.ts";
import { useRpcMutation } from "#components/dashboard/data/use-rpc-mutation.ts";
import { NoticeList } from "#components/dashboard/notifications/notice-list.tsx";
import { BellIcon } from "#components/ui/icons.tsx";

/** As the overview. */
const pollMs = 15_000;
const counted = 9;

/** The number of events that the member hasn't seen, and a list of the newest. Opening it marks them as seen. */
export function NotificationBell() {
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery({ ...rpcQuery("notifications.unread", {}), refetchInterval: pollMs });
  const { mutate: markRead } = useRpcMutation("notifications.markRead", ["notifications.unread"]);
  const count = data?.count ?? 0;
  const shown = count > counted ? `${counted}+` : String(count);
  return (
    <RadixPopover.Root open={isOpen} onOpenChange={setOpen}>
      <RadixPopover.Trigger className="relative inline-flex size-10 shrink-0 items-center justify-center rounded-lg border border-line-strong text-ink-muted hover:bg-sunken hover:text-ink pointer-coarse:size-11">
        <BellIcon className="size-5" />
        <span className="sr-only">{count === 0 ? "Notifications" : `Notifications, ${shown} unread`}</span>
        {count > 0 && (
          <span
            aria-hidden="true"
            className="absolute -top-1.5 -right-1.5 min-w-5 rounded-full bg-accent px-1 text-center text-xs/5 font-medium text-on-accent tabular-nums"
          >
            {shown}
          </span>
        )}
      </RadixPopover.Trigger>
      <RadixPopover.Portal>
        <RadixPopover.Content
          aria-label="Notifications"
          align="start"
          sideOffset={4}
          collisionPadding={8}
          className="z-20 max-h-[70dvh] w-[calc(100vw-1rem)] overflow-y-auto rounded-xl border border-line bg-surface shadow-card focus:outline-none sm:w-96"
        >
          <NoticeList onSeen={markRead} onClose={() => setOpen(false)} />
        </RadixPopover.Content>
      </RadixPopover.Portal>
    </RadixPopover.Root>
  );
}
