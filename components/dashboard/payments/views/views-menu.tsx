"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { rpcQuery } from "#components/dashboard/data/queries.ts";
import { useRpcMutation } from "#components/dashboard/data/use-rpc-mutation.ts";
import { paths } from "#components/dashboard/paths.ts";
import { ListAction } from "#components/dashboard/payments/check-list.tsx";
import { isSameList, type PaymentListInput, writeListInput } from "#components/dashboard/payments/filter-url.ts";
import { EditView } from "#components/dashboard/payments/views/edit-view.tsx";
import type { SavedView } from "#components/dashboard/payments/views/saved-view.ts";
import { ViewNameForm } from "#components/dashboard/payments/views/view-name-form.tsx";
import { CheckIcon, PencilIcon } from "#components/ui/icons.tsx";
import { Link } from "#components/ui/link.tsx";
import { Popover } from "#components/ui/popover.tsx";
import { Problem } from "#components/ui/problem.tsx";
import { isolated } from "#lib/core/isolated.ts";

/** The member's saved views: filters, search and order under a name. A view's link is the plain URL of its filters. */
export function ViewsMenu({ input }: { input: PaymentListInput }) {
  const views = useQuery(rpcQuery("payments.views", {})).data?.views ?? [];
  const current = views.find(({ filter }) => isSameList(filter, input));
  const [openedId, setOpenedId] = useState<string>();
  if (current !== undefined && current.id !== openedId) setOpenedId(current.id);
  const isFiltered = writeListInput(input) !== "";
  const changed = current === undefined && isFiltered ? views.find(({ id }) => id === openedId) : undefined;
  const opened = current ?? changed;
  return (
    <Popover
      label={opened === undefined ? "Views" : `View: ${isolated(opened.name)}${changed ? " (changed)" : ""}`}
      title="Saved views"
      isActive={current !== undefined}
    >
      {(close) => (
        <ViewsPanel
          views={views}
          current={current}
          changed={changed}
          input={input}
          mayAdd={current === undefined && isFiltered}
          onClose={close}
        />
      )}
    </Popover>
  );
}

type ViewsPanelProps = {
  views: readonly SavedView[];
  /** The view whose filters are those of the list. */
  current: SavedView | undefined;
  /** The view that was opened before the filters were changed. */
  changed: SavedView | undefined;
  input: PaymentListInput;
  mayAdd: boolean;
  onClose: () => void;
};

function ViewsPanel({ views, current, changed, input, mayAdd, onClose }: ViewsPanelProps) {
  const [form, setForm] = useState<"new" | SavedView>();
  const panel = useRef<HTMLDivElement>(null);
  // The button that was pressed is gone with the content that it replaced.
  useEffect(() => {
    const first = form === undefined ? "a, button" : "input";
    panel.current?.querySelector<HTMLElement>(first)?.focus();
  }, [form]);
  const close = () => setForm(undefined);
  return (
    <div ref={panel}>
      {form === undefined && (
        <>
          <ViewList views={views} current={current} onOpen={onClose} onEdit={setForm} />
          {changed !== undefined && <UpdateView view={changed} input={input} />}
          {mayAdd && <ListAction onClick={() => setForm("new")}>Save as new view…</ListAction>}
          {views.length === 0 && !mayAdd && (
            <p className="px-2 pt-2 text-sm text-pretty text-ink-muted">
              Filter, search or sort the list, then save it here under a name. Only you see your views.
            </p>
          )}
        </>
      )}
      {form === "new" && <NewView input={input} onDone={close} />}
      {typeof form === "object" && (
        <EditView view={form} input={isSameList(form.filter, input) ? undefined : input} onDone={close} />
      )}
    </div>
  );
}

type ViewListProps = {
  views: readonly SavedView[];
  current: SavedView | undefined;
  onOpen: () => void;
  onEdit: (view: SavedView) => void;
};

const row =
  "flex min-h-9 min-w-0 grow items-center gap-2 rounded-lg px-2 text-sm hover:bg-sunken pointer-coarse:min-h-11";

function ViewList({ views, current, onOpen, onEdit }: ViewListProps) {
  return (
    <ul className="space-y-0.5">
      <li>
        <Link href={paths.payments} onClick={onOpen} className={row}>
          All payments
        </Link>
      </li>
      {views.map((view) => (
        <li key={view.id} className="flex items-center gap-1">
          <Link
            href={`${paths.payments}${writeListInput(view.filter)}`}
            onClick={onOpen}
            aria-current={view === current ? "true" : undefined}
            title={view.name}
            className={`${row} ${view === current ? "font-medium text-accent" : ""}`}
          >
            <bdi className="truncate">{view.name}</bdi>
            {view === current && <CheckIcon className="ml-auto size-4 shrink-0" />}
          </Link>
          <button
            type="button"
            onClick={() => onEdit(view)}
            className="inline-flex size-9 shrink-0 items-center justify-center rounded-lg text-ink-muted hover:bg-sunken hover:text-ink pointer-coarse:size-11"
          >
            <PencilIcon className="size-4" />
            <span className="sr-only">Edit view {isolated(view.name)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Saves the current filters in the view that was opened before. */
function UpdateView({ view: { id, name }, input }: { view: SavedView; input: PaymentListInput }) {
  const change = useRpcMutation("payments.changeView", ["payments.views"]);
  return (
    <>
      <ListAction onClick={() => change.mutate({ viewId: id, name, filter: input })}>
        {`Update “${isolated(name)}” to these filters`}
      </ListAction>
      {change.error !== null && <Problem>{change.error.message}</Problem>}
    </>
  );
}

/** Saves the list's filters under a name. */
function NewView({ input, onDone }: { input: PaymentListInput; onDone: () => void }) {
  const save = useRpcMutation("payments.saveView", ["payments.views"]);
  return (
    <div className="p-1">
      <ViewNameForm
        action="Save view"
        isBusy={save.isPending}
        error={save.error}
        onSubmit={(name) => save.mutate({ name, filter: input }, { onSuccess: onDone })}
        onCancel={onDone}
      />
    </div>
  );
}
