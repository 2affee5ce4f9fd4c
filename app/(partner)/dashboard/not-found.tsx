import type { Metadata } from "next";
import { PageHeader } from "#components/ui/page-header.tsx";
import { TextLink } from "#components/ui/text-link.tsx";

export const metadata: Metadata = { title: "Page not found" };

/** The not-found page of the dashboard, inside the shell. */
export default function DashboardNotFound() {
  return (
    <>
      <PageHeader title="Page not found" about="Check the address, or use the search." />
      <p>
        <TextLink href="/dashboard">Go to the overview</TextLink>
      </p>
    </>
  );
}
