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
import type { ListedEntry } from "#components/dashboard/palette/entries.ts";
import type { Shortcut } from "#components/dashboard/palette/shortcuts.ts";
import { useSiteSearch } from "#components/dashboard/palette/use-site-search.ts";
import { paths } from "#components/dashboard/paths.ts";
import { PaymentStateBadge } from "#components/dashboard/payment-state.tsx";
import { Key } from "#components/ui/key.tsx";
import { ModalWindow } from "#components/ui/modal.tsx";
import { useModePath } from "#components/ui/mode.tsx";
import { Problem } from "#components/ui/problem.tsx";
import type { Role } from "#lib/core/roles.ts";
import type { SearchHit } from "#lib/core/search/create-search.ts";
import type { QueryOutput } from "#lib/dashboard/rpc/contract.ts";

type PaletteProps = {
  role: Role;
  shortcuts: readonly Shortcut[];
  /** Returns what was typed while the palette loaded, and ends collecting it. */
  takeTyped: () => string;
  onShortcuts: () => void;
  onClose: () => void;
};

/** The command palette: finds payments, merchants, pages, actions and docs. */
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
  const hits = useSiteSearch(role, commands, typed.trim());
  const run = (href: string) => {
    if (href === commandHrefs.shortcuts) onShortcuts();
    else if (href === commandHrefs.signOut) void signOut({ callbackUrl: "/sign-in" });
    else if (href.startsWith("/dashboard")) go(href);
    // The docs have a layout of their own, so they open like another site.
    else location.assign(href);
  };
  const keysTo = ({ href, title }: SearchHit) => {
    if (href === commandHrefs.shortcuts) return ["?"];
    // Several entries may lead to one page, and the keys belong to the page itself.
    const names = [title, `Go to ${title.toLowerCase()}`];
    return shortcuts.find((shortcut) => shortcut.href === href && names.includes(shortcut.does))?.keys ?? [];
  };
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
          {hits.length > 0 && (
            <Group heading="Pages, actions and docs">
              {hits.map((hit) => (
                <Item
                  key={`${hit.href} ${hit.title}`}
                  value={`${hit.href} ${hit.title}`}
                  onSelect={() => run(hit.href)}
                >
                  <span className="min-w-0 grow">{hit.title}</span>
                  {typed.trim() !== "" && (
                    <span className="max-w-2/5 shrink-0 truncate text-ink-muted max-sm:max-w-full max-sm:text-xs">
                      {hit.place}
                    </span>
                  )}
                  <span aria-hidden="true" className="flex gap-1 text-ink-muted empty:hidden max-sm:hidden">
                    {keysTo(hit).map((key) => (
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
          <Outcome text={text} isSearching={isFetching} count={hits.length + payments.length + merchants.length} />
        )}
      </Command>
    </ModalWindow>
  );
}

const commandHrefs = { shortcuts: "#shortcuts", signOut: "#sign-out" } as const;

/** Actions of the palette itself. */
const commands: readonly ListedEntry[] = [
  {
    kind: "action",
    title: "Keyboard shortcuts",
    place: "Action",
    href: commandHrefs.shortcuts,
    excerpt: "Keys that open pages.",
    text: "help hotkeys",
    isListed: true,
  },
  {
    kind: "action",
    title: "Sign out",
    place: "Action",
    href: commandHrefs.signOut,
    excerpt: "Ends the session in this browser.",
    text: "",
    isListed: true,
  },
];

type FoundProps = QueryOutput<"search.all"> & { go: (href: string) => void };

function Found({ payments, merchants, go }: FoundProps) {
  return (
    <>
      {payments.length > 0 && (
        <Group heading="Payments">
          {payments.map(({ id, referenceId, state, amount }) => (
            <Item key={id} value={id} onSelect={() => go(paths.payment(id))}>
              <bdi className="min-w-0 grow truncate max-sm:basis-full">{referenceId}</bdi>
              <span className="shrink-0 text-ink-muted tabular-nums max-sm:grow">{moneyLine(amount)}</span>
              <PaymentStateBadge state={state} />
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
