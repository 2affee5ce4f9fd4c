const maxHostLength = 253;

/**
 * Parses the origin of a site that embeds the checkout, such as `https://shop.example`: HTTPS, or HTTP on localhost
 * where that is allowed. Hosts are names or IPv4 addresses, in the form that browsers use in `Origin`.
 * @param mayBeLocal true for installations that are themselves served over HTTP: demos and tests.
 * @returns null for anything else, such as a path, a wildcard or a user name.
 */
export function parseEmbedOrigin(text: string, mayBeLocal: boolean): string | null {
  const url = URL.parse(text);
  // URL parsing drops paths and credentials from the origin; comparing it with the text rejects them instead.
  if (url === null || url.origin !== text.replace(/\/$/, "").toLowerCase()) return null;
  const { protocol, hostname, origin } = url;
  if (!/^[a-z0-9.-]+$/.test(hostname) || hostname.length > maxHostLength) return null;
  if (protocol === "https:") return origin;
  const isLocal = protocol === "http:" && (hostname === "localhost" || hostname === "127.0.0.1");
  return isLocal && mayBeLocal ? origin : null;
}
