"use client";

import * as RadixPopover from "@radix-ui/react-popover";
import { signOut } from "next-auth/react";
import { useState } from "react";
import { ChevronIcon } from "#components/ui/icons.tsx";
import { Link } from "#components/ui/link.tsx";
import type { Role } from "#lib/core/roles.ts";

const itemClass =
  "flex min-h-10 w-full items-center rounded-lg px-3 text-left text-sm hover:bg-sunken focus-visible:bg-sunken pointer-coarse:min-h-11";

/**
 * The signed-in member, with the links to the account and the docs, and the sign-out button. On a phone the
 * account page has them.
 */
export function AccountMenu({ email, role }: { email: string; role: Role }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <RadixPopover.Root open={isOpen} onOpenChange={setOpen}>
      <RadixPopover.Trigger className="hidden w-full items-center gap-3 rounded-lg border border-line px-3 py-2 text-left text-sm hover:bg-sunken lg:flex">
        <span
          aria-hidden="true"
          className="flex size-8 shrink-0 items-center justify-center rounded-full bg-accent-wash font-medium text-accent uppercase"
        >
          {[...email][0]}
        </span>
        <span className="min-w-0 grow">
          <span className="sr-only">Account: </span>
          <span className="block truncate font-medium">{email}</span>
          <span className="block text-ink-muted capitalize">{role}</span>
        </span>
        <ChevronIcon className="size-4 shrink-0 rotate-180 text-ink-muted" />
      </RadixPopover.Trigger>
      <RadixPopover.Portal>
        <RadixPopover.Content
          aria-label="Account"
          side="top"
          align="start"
          sideOffset={6}
          collisionPadding={8}
          className="z-20 w-52 rounded-xl border border-line bg-surface p-1.5 shadow-card focus:outline-none"
        >
          <ul>
            <li>
              <Link href="/dashboard/account" onClick={close} className={itemClass}>
                Your account
              </Link>
            </li>
            <li>
              <Link href="/dashboard/settings/members" onClick={close} className={itemClass}>
                Members
              </Link>
            </li>
            <li>
              <a href="/docs" target="_blank" rel="noopener" className={itemClass}>
                Docs<span className="sr-only">, in a new tab</span>
              </a>
            </li>
            <li className="mt-1.5 border-t border-line pt-1.5">
              <button type="button" className={itemClass} onClick={() => void signOut({ callbackUrl: "/sign-in" })}>
                Sign out
              </button>
            </li>
          </ul>
        </RadixPopover.Content>
      </RadixPopover.Portal>
    </RadixPopover.Root>
  );
}
