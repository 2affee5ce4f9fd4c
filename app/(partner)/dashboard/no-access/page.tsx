import type { Metadata } from "next";
import { PageHeader } from "#components/ui/page-header.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import { requireMember } from "#lib/dashboard/require-member.ts";

export const metadata: Metadata = { title: "No access" };

/** The page that members get in place of one that their role doesn't include. */
export default async function NoAccessPage() {
  const { role } = await requireMember();
  return (
    <>
      <PageHeader
        title="You don't have access to this page"
        about={`Your role (${role}) doesn't include it. Ask an owner or admin.`}
      />
      <p>
        <TextLink href="/dashboard">Go to the overview</TextLink>
      </p>
    </>
  );
}
