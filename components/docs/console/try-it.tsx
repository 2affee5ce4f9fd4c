"use client";

import { type ComponentType, useEffect, useRef, useState } from "react";
import type { ConsoleProps } from "#components/docs/console/console.tsx";
import { ActionButton } from "#components/ui/action-button.tsx";
import { Problem } from "#components/ui/problem.tsx";
import type { ConsoleDoc } from "#lib/api/schemas/reference.ts";
import type { ConsoleSession } from "#lib/dashboard/rpc/contract.ts";

type TryItProps = { operationId: string; summary: string; version: string };
type Opened = { Console: ComponentType<ConsoleProps>; doc: ConsoleDoc; session: ConsoleSession | null };

/** Opens the console of an operation. Its code and its parameters are loaded only then. */
export function TryIt({ operationId, summary, version }: TryItProps) {
  const [opened, setOpened] = useState<Opened>();
  const [state, setState] = useState<"idle" | "loading" | "failed">("idle");
  const open = async () => {
    setState("loading");
    try {
      const query = new URLSearchParams({ operation: operationId, version });
      const [{ Console }, response, session] = await Promise.all([
        import("#components/docs/console/console.tsx"),
        fetch(`/docs/console.json?${query}`),
        fetchSession(operationId),
      ]);
      if (!response.ok) throw new Error(`console.json: ${response.status}`);
      setOpened({ Console, doc: (await response.json()) as ConsoleDoc, session });
      setState("idle");
    } catch {
      setState("failed");
    }
  };
  const root = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    // The console that was closed had the focus.
    if (wasOpen.current && opened === undefined) root.current?.querySelector("button")?.focus();
    wasOpen.current = opened !== undefined;
  }, [opened]);
  if (opened !== undefined) {
    const { Console, doc, session } = opened;
    return <Console doc={doc} session={session} summary={summary} onClose={() => setOpened(undefined)} />;
  }
  return (
    <div ref={root} className="space-y-2 noscript:hidden">
      <ActionButton aria-label={`Try it: ${summary}`} isBusy={state === "loading"} onClick={() => void open()}>
        Try it
      </ActionButton>
      {state === "failed" && <Problem>The console can't be loaded. Check your connection and try again.</Problem>}
    </div>
  );
}

/** Fetches the signed-in reader. Without an answer, the console works with a key. */
async function fetchSession(operationId: string): Promise<ConsoleSession | null> {
  const query = new URLSearchParams({ operation: operationId });
  const response = await fetch(`/docs/console/session?${query}`, { cache: "no-store" }).catch(() => null);
  if (!response?.ok) return null;
  return ((await response.json()) as { session: ConsoleSession | null }).session;
}
