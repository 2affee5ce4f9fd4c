import Link from "next/link";
import { SignOutButton } from "#components/dashboard/sign-out-button.tsx";
import type { Role } from "#lib/core/roles.ts";

/** The signed-in member and the sign-out button. On a phone the account page has both. */
export function MemberMenu({ email, role }: { email: string; role: Role }) {
  return (
    <div className="hidden space-y-2 border-t border-line px-3 pt-4 lg:block">
      <Link href="/dashboard/account" className="block min-w-0 py-1 text-sm underline-offset-4 hover:underline">
        <span className="block truncate font-medium">{email}</span>
        <span className="block text-ink-muted capitalize">{role}</span>
      </Link>
      <SignOutButton look="quiet" className="-mx-4" />
    </div>
  );
}
