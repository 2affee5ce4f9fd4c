"use client";

import { signOut } from "next-auth/react";
import { ActionButton } from "#components/ui/action-button.tsx";

/** Signs this browser out, on the server as well. */
export function SignOutButton() {
  return (
    <ActionButton className="whitespace-nowrap" onClick={() => void signOut({ callbackUrl: "/sign-in" })}>
      Sign out
    </ActionButton>
  );
}
