"use client";

import { signOut } from "next-auth/react";
import { ActionButton, type ButtonLook } from "#components/ui/action-button.tsx";

/** Signs this browser out, on the server as well. */
export function SignOutButton({ look, className = "" }: { look?: ButtonLook; className?: string }) {
  return (
    <ActionButton
      {...(look === undefined ? {} : { look })}
      className={`whitespace-nowrap ${className}`}
      onClick={() => void signOut({ callbackUrl: "/sign-in" })}
    >
      Sign out
    </ActionButton>
  );
}
