import { signIn } from "next-auth/react";

/** Signs in who has just set a password, and leads on; to the sign-in page where that does not work. */
export async function enter(email: string, password: string): Promise<void> {
  const answer = await signIn("credentials", { email, password, redirect: false }).catch(() => undefined);
  location.assign(answer?.ok ? "/dashboard" : "/sign-in");
}
