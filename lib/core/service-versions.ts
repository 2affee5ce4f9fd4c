/** The API versions, oldest first. */
export const serviceVersions = ["2026-02-18", "2026-02-19.preview"] as const;
export type ServiceVersion = (typeof serviceVersions)[number];

/** True for a known API version. */
export function isServiceVersion(text: string): text is ServiceVersion {
  return serviceVersions.some((version) => version === text);
}

const order: readonly string[] = serviceVersions;

/** Returns the index of a version, 0 for the oldest; -1 when unknown. */
export function placeOfVersion(text: string): number {
  return order.indexOf(text);
}

/** The changes of each version from the previous one, as shown to partners; none for the first. */
export const versionChanges: Readonly<Record<ServiceVersion, readonly string[]>> = {
  "2026-02-18": [],
  "2026-02-19.preview": [
    "POST /v1/payments accepts checkout: { successUrl, errorUrl }, to which buyers are redirected after the payment. Earlier versions refuse the key as unknown.",
    "Lists of payments accept status=cancelled. Earlier versions refuse it, though unfiltered lists contain cancelled payments.",
    "GET /v1/gateway/payment/{id} and POST …/options return that checkout to wallets. Earlier versions omit it.",
  ],
};
