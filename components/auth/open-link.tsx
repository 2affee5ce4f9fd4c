"use client";

import { type ReactElement, useEffect, useState } from "react";
import { AuthCard } from "#components/auth/auth-card.tsx";
import { postJson, type RpcError } from "#components/dashboard/data/rpc-client.ts";
import { ActionButton } from "#components/ui/action-button.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import type { PublicMutationOutput } from "#lib/dashboard/rpc/contract.ts";

type OpenName = "signUp.open" | "reset.open" | "invitation.open";
type State<Name extends OpenName> =
  | { kind: "opening" }
  | { kind: "dead"; error: RpcError }
  | { kind: "open"; token: string; opened: PublicMutationOutput<Name> };

type OpenLinkProps<Name extends OpenName> = {
  name: Name;
  /** The page that sends a new link. */
  again: { href: string; label: string };
  children: (token: string, opened: PublicMutationOutput<Name>) => ReactElement;
};

/** Opens the link of an email. Its secret is in the fragment, which browsers don't send to servers. */
export function OpenLink<Name extends OpenName>({ name, again, children }: OpenLinkProps<Name>) {
  const [state, setState] = useState<State<Name>>({ kind: "opening" });
  useEffect(() => {
    const token = location.hash.slice(1);
    postJson<PublicMutationOutput<Name>>(`/enter/${name}`, { token }).then(
      (opened) => setState({ kind: "open", token, opened }),
      (error: RpcError) => setState({ kind: "dead", error }),
    );
  }, [name]);
  useEffect(() => {
    // Another link, pasted over this one: only the fragment differs, so the browser doesn't load the page again.
    const open = () => location.reload();
    addEventListener("hashchange", open);
    return () => removeEventListener("hashchange", open);
  }, []);
  if (state.kind === "open") return children(state.token, state.opened);
  if (state.kind === "dead") {
    // The link may be fine: the server hasn't looked at it.
    if (!state.error.isRefusal || state.error.status === 429) {
      return (
        <AuthCard title="We couldn't open your link" about={state.error.message}>
          <ActionButton onClick={() => location.reload()}>Try again</ActionButton>
        </AuthCard>
      );
    }
    return (
      <AuthCard title="This link doesn't work" about={state.error.message}>
        <p className="text-sm">
          <TextLink href={again.href}>{again.label}</TextLink>
        </p>
      </AuthCard>
    );
  }
  return (
    <AuthCard title="Opening your link…">
      <div className="space-y-4">
        <Skeleton className="h-10 w-full" />
        <Skeleton className="h-10 w-full" />
      </div>
    </AuthCard>
  );
}
