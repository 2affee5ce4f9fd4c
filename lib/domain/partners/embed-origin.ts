const longestHost = 253;

/**
 * Reads the origin of a site that shows our checkout in a frame, such as `https://shop.example`: HTTPS, or plain HTTP on
 * this machine where that is allowed. Hosts are names or IPv4 addresses, written as browsers write them in `Origin`.
 * @param mayBeLocal for installations that are themselves reached without HTTPS: demonstrations and tests.
 * @returns null for anything else; a path, a star or a user name among them.
 */
export function parseEmbedOrigin(text: string, mayBeLocal: boolean): string | null {
  const url = URL.parse(text);
  // Compared with the text, so that nothing that is not part of an origin is passed over in silence.
  if (url === null || url.origin !== text.replace(/\/$/, "").toLowerCase()) return null;
  const { protocol, hostname, origin } = url;
  if (!/^[a-z0-9.-]+$/.test(hostname) || hostname.length > longestHost) return null;
  if (protocol === "https:") return origin;
  const isLocal = protocol === "http:" && (hostname === "localhost" || hostname === "127.0.0.1");
  return isLocal && mayBeLocal ? origin : null;
}
