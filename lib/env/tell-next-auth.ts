/** next-auth knows its own address from the environment alone, under a name of its own. */
export function tellNextAuth(publicUrl: string): void {
  process.env.NEXTAUTH_URL = publicUrl;
}
