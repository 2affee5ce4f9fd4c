/** Sets the public URL for next-auth, which reads it only from the environment variable NEXTAUTH_URL. */
export function tellNextAuth(publicUrl: string): void {
  process.env.NEXTAUTH_URL = publicUrl;
}
