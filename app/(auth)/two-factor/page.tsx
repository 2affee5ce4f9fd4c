import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { AuthCard } from "#components/auth/auth-card.tsx";
import { RequiredSecondFactor } from "#components/auth/required-second-factor.tsx";
import { SignOutButton } from "#components/dashboard/sign-out-button.tsx";
import { isolated } from "#lib/core/isolated.ts";
import { currentMember } from "#lib/dashboard/current-member.ts";
import { ownPath } from "#lib/dashboard/own-path.ts";
import { findRelyingParty } from "#lib/domain/partners/users/passkeys/relying-party.ts";

export const metadata: Metadata = { title: "Set up two-factor authentication", robots: { index: false } };

type Props = { searchParams: Promise<Partial<Record<"next", string | string[]>>> };

export default async function TwoFactorPage({ searchParams }: Props) {
  const next = ownPath((await searchParams).next);
  const member = await currentMember();
  if (member === null) redirect(`/sign-in?next=${encodeURIComponent(next)}`);
  if (!member.lacksSecondFactor) redirect(next);
  const ways =
    findRelyingParty() === null
      ? "You need an authenticator app on your phone or computer."
      : "Use an authenticator app on your phone or computer, or a passkey.";
  return (
    <>
      <AuthCard
        title="Set up two-factor authentication"
        about={`${isolated(member.partnerName)} requires it of all members. ${ways}`}
      >
        <RequiredSecondFactor userId={member.userId} next={next} />
      </AuthCard>
      <div className="flex flex-col items-center gap-3 text-center text-sm text-ink-muted">
        <p>
          Signed in as <span className="block wrap-anywhere">{member.email}</span>
        </p>
        <SignOutButton />
      </div>
    </>
  );
}
