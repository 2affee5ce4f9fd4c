import type { Metadata } from "next";
import { CompleteReset } from "#components/auth/complete-reset.tsx";

export const metadata: Metadata = { title: "Set a new password", robots: { index: false } };

export default function CompleteResetPage() {
  return <CompleteReset />;
}
