import { notFound } from "next/navigation";
import { requireMember } from "#lib/dashboard/require-member.ts";

/** Any other path of the dashboard: its own not-found page, inside the shell. */
export default async function UnknownPage() {
  await requireMember();
  notFound();
}
