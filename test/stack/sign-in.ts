/** Signs a user in as the sign-in page does. @returns the cookie header. @throws Error when the server refuses. */
export async function signIn(baseUrl: string, email: string, password: string): Promise<string> {
  const asked = await fetch(`${baseUrl}/api/auth/csrf`);
  const { csrfToken } = (await asked.json()) as { csrfToken: string };
  const answer = await fetch(`${baseUrl}/api/auth/callback/credentials`, {
    method: "POST",
    headers: { cookie: cookiesOf(asked) },
    body: new URLSearchParams({ csrfToken, email, password, json: "true" }),
    redirect: "manual",
  });
  if (answer.status !== 200) throw new Error(`signing in returned ${answer.status}`);
  return cookiesOf(answer);
}

function cookiesOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";", 1).join())
    .join("; ");
}
