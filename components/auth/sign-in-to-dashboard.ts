import { signIn } from "next-auth/react";

/** Signs in with the password that was just set and opens the dashboard, or the sign-in page if that fails. */
export async function signInToDashboard(email: string, password: string): Promise<void> {
  const answer = await signIn("credentials", { email, password, redirect: false }).catch(() => undefined);
  location.assign(answer?.ok ? "/dashboard" : "/sign-in");
}
