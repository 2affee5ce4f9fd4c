/** The versions of the API, oldest first. */
export const serviceVersions = ["2026-02-18", "2026-02-19.preview"] as const;
export type ServiceVersion = (typeof serviceVersions)[number];

/** True when there is such a version. */
export function isServiceVersion(text: string): text is ServiceVersion {
  return serviceVersions.some((version) => version === text);
}

const order: readonly string[] = serviceVersions;

/** The place of a version among all, the oldest being 0; -1 for what is none. */
export function placeOfVersion(text: string): number {
  return order.indexOf(text);
}

/** What a version brings over the one before it, as a partner who moves to it has to know; the first brings nothing. */
export const versionChanges: Readonly<Record<ServiceVersion, readonly string[]>> = {
  "2026-02-18": [],
  "2026-02-19.preview": [
    "POST /v1/payments takes checkout: { successUrl, errorUrl }, where buyers are led after the end. Before, the key is refused as unknown.",
    "GET /v1/gateway/payment/{id} and POST …/options tell wallets that checkout. Before, they leave it out.",
  ],
};
