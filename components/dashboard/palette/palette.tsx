"use client";

import * as Dialog from "@radix-ui/react-dialog";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Command } from "cmdk";
import { useRouter } from "next/navigation";
import { signOut } from "next-auth/react";
import { type ReactNode, useDeferredValue, useLayoutEffect, useState } from "react";
import { rpcQuery } from "#components/dashboard/data/queries.ts";
import { moneyLine } from "#components/dashboard/format-money.ts";
import { distinctNames } from "#components/dashboard/merchants/distinct-names.ts";
import { navItems } from "#components/dashboard/nav.ts";
import type { Shortcut } from "#components/dashboard/palette/shortcuts.ts";
import { Key } from "#components/dashboard/palette/shortcuts-dialog.tsx";
import { paths } from "#components/dashboard/paths.ts";
import { PaymentStatusBadge } from "#components/dashboard/payment-status.tsx";
import { ModalWindow } from "#components/ui/modal.tsx";
import { useModePath } from "#components/ui/mode.tsx";
import { Problem } from "#components/ui/problem.tsx";
import { isGranted, type Right, type Role } from "#lib/core/roles.ts";
import type { QueryOutput } from "#lib/dashboard/rpc/contract.ts";

type PaletteProps = {
  role: Role;
  shortcuts: readonly Shortcut[];
  /** Returns what was typed while the palette loaded, and ends collecting it. */
  takeTyped: () => string;
  onShortcuts: () => void;
  onClose: () => void;
};
type Entry = { label: string; right: Right; keys: readonly string[] } & ({ href: string } | { run: () => void });

/** The command palette: finds payments and merchants, and lists pages, actions and docs. */
export function Palette({ role, shortcuts, takeTyped, onShortcuts, onClose }: PaletteProps) {
  const router = useRouter();
  const inMode = useModePath();
  const [typed, setTyped] = useState("");
  // Before the focus moves to the input, which takes the keys from then on.
  useLayoutEffect(() => setTyped(takeTyped()), [takeTyped]);
  const text = useDeferredValue(typed.trim());
  const { data, isFetching, error } = useQuery({
    ...rpcQuery("search.all", { text }),
    enabled: text !== "",
    placeholderData: keepPreviousData,
  });
  const { payments = [], merchants = [] } = (text === "" ? undefined : data) ?? {};
  const go = (href: string) => {
    onClose();
    router.push(inMode(href));
  };
  const entries = entriesOf(shortcuts, onShortcuts).filter(({ label, right }) => {
    return isGranted(role, right) && label.toLowerCase().includes(typed.trim().toLowerCase());
  });
  return (
    <ModalWindow onClose={onClose} className="mt-[12vh] max-w-xl overflow-hidden">
      <Dialog.Title className="sr-only">Search and navigate</Dialog.Title>
      <Command label="Search and navigate" shouldFilter={false} vimBindings={false} loop>
        <div className="flex items-center gap-3 border-b border-line px-4">
          <Command.Input
            // The dialog would select the text that was typed while it loaded, and the next key would replace it.
            autoFocus
            value={typed}
            onValueChange={setTyped}
            maxLength={100}
            placeholder="Search payments, merchants, actions and docs…"
            className="min-h-13 w-full bg-transparent text-base outline-none placeholder:text-ink-muted"
          />
          <Dialog.Close
            // cmdk would select the current item on Enter.
            onKeyDown={(event) => event.stopPropagation()}
            className="shrink-0 rounded-md py-2 text-sm text-ink-muted"
          >
            <Key name="Esc" />
            <span className="sr-only">Close</span>
          </Dialog.Close>
        </div>
        <Command.List label="Results" className="max-h-[min(24rem,60vh)] overflow-y-auto p-2">
          <Found payments={payments} merchants={merchants} go={go} />
          {entries.length > 0 && (
            <Group heading="Actions">
              {entries.map((entry) => (
                <Item
                  key={entry.label}
                  value={entry.label}
                  onSelect={() => ("href" in entry ? go(entry.href) : entry.run())}
                >
                  <span className="grow">{entry.label}</span>
                  <span aria-hidden="true" className="flex gap-1 text-ink-muted">
                    {entry.keys.map((key) => (
                      <Key key={key} name={key} />
                    ))}
                  </span>
                </Item>
              ))}
            </Group>
          )}
        </Command.List>
        {text !== "" && error !== null && !isFetching ? (
          <div className="p-2 pt-0">
            <Problem>{error.message}</Problem>
          </div>
        ) : (
          <Outcome text={text} isSearching={isFetching} count={entries.length + payments.length + merchants.length} />
        )}
      </Command>
    </ModalWindow>
  );
}

/** The docs have a layout of their own, so they open like another site. */
const docs = [
  ["Docs: Overview and API reference", "/docs"],
  ["Docs: Quick start", "/docs/guides/quick-start"],
  ["Docs: Accept a payment", "/docs/guides/accept-a-payment"],
  ["Docs: Test your integration", "/docs/guides/testing"],
  ["Docs: Go live", "/docs/guides/go-live"],
  ["Docs: Webhooks", "/docs/webhooks"],
  ["Docs: Events", "/docs/events"],
  ["Docs: Errors", "/docs/errors"],
] as const;

function entriesOf(shortcuts: readonly Shortcut[], onShortcuts: () => void): Entry[] {
  const keysTo = (href: string) => shortcuts.find((shortcut) => shortcut.href === href)?.keys ?? [];
  const pages = navItems.map(({ href, label, right }) => ({ label, right, href, keys: keysTo(href) }));
  return [
    ...pages,
    { label: "Create payment", right: "payments:write", href: paths.newPayment, keys: keysTo(paths.newPayment) },
    { label: "Create merchant", right: "merchants:write", href: paths.newMerchant, keys: [] },
    { label: "Create API key", right: "keys:write", href: paths.keys, keys: [] },
    { label: "Invite a member", right: "members:write", href: "/dashboard/settings/members", keys: [] },
    { label: "Pay out held money", right: "payouts:write", href: paths.heldMoney, keys: [] },
    { label: "Webhooks", right: "read", href: paths.webhooks, keys: [] },
    { label: "Events", right: "read", href: paths.events, keys: [] },
    { label: "API requests", right: "requests:read", href: "/dashboard/developers/requests", keys: [] },
    ...docs.map(([label, href]): Entry => ({ label, right: "read", run: () => location.assign(href), keys: [] })),
    { label: "Your account", right: "read", href: "/dashboard/account", keys: [] },
    { label: "Keyboard shortcuts", right: "read", run: onShortcuts, keys: ["?"] },
    { label: "Sign out", right: "read", run: () => void signOut({ callbackUrl: "/sign-in" }), keys: [] },
  ];
}

type FoundProps = QueryOutput<"search.all"> & { go: (href: string) => void };

function Found({ payments, merchants, go }: FoundProps) {
  return (
    <>
      {payments.length > 0 && (
        <Group heading="Payments">
          {payments.map(({ id, referenceId, status, amount }) => (
            <Item key={id} value={id} onSelect={() => go(paths.payment(id))}>
              <bdi className="min-w-0 grow truncate max-sm:basis-full">{referenceId}</bdi>
              <span className="shrink-0 text-ink-muted tabular-nums max-sm:grow">{moneyLine(amount)}</span>
              <PaymentStatusBadge status={status} />
            </Item>
          ))}
        </Group>
      )}
      {merchants.length > 0 && (
        <Group heading="Merchants">
          {distinctNames(merchants).map(({ id, label, status }) => (
            <Item key={id} value={id} onSelect={() => go(paths.merchant(id))}>
              <bdi className="min-w-0 grow truncate">{label}</bdi>
              {status !== "active" && <span className="text-ink-muted">{status}</span>}
            </Item>
          ))}
        </Group>
      )}
    </>
  );
}

/** Announces the number of results to screen readers; visible only when there are none. */
function Outcome({ text, isSearching, count }: { text: string; isSearching: boolean; count: number }) {
  const found = count === 0 ? `No results for “${text}”.` : `${count} ${count === 1 ? "result" : "results"}.`;
  return (
    <p role="status" className={count === 0 ? "px-5 py-6 text-center text-sm text-ink-muted" : "sr-only"}>
      {isSearching ? "Searching…" : found}
    </p>
  );
}

function Group({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="**:[[cmdk-group-heading]]:px-3 **:[[cmdk-group-heading]]:py-2 **:[[cmdk-group-heading]]:text-xs **:[[cmdk-group-heading]]:text-ink-muted"
    >
      {children}
    </Command.Group>
  );
}

function Item({ value, onSelect, children }: { value: string; onSelect: () => void; children: ReactNode }) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className="flex min-h-10 cursor-pointer items-center gap-x-3 rounded-lg px-3 text-sm max-sm:flex-wrap max-sm:py-1 data-[selected=true]:bg-accent-wash data-[selected=true]:outline-2 data-[selected=true]:-outline-offset-2 data-[selected=true]:outline-accent pointer-coarse:min-h-11"
    >
      {children}
    </Command.Item>
  );
}
