import type { Metadata } from "next";
import { CompleteSignUp } from "#components/auth/complete-sign-up.tsx";

export const metadata: Metadata = { title: "Create your account", robots: { index: false } };

export default function CompleteSignUpPage() {
  return <CompleteSignUp />;
}
