/**
 * Characters by which a mail client turns text into a link, and the dots, colons and slashes of other scripts
 * that it may take for them.
 */
const linking = /[.:/@\u3002\uff0e\uff0f\uff1a\uff20\uff61](?=[\S\ufeff])/g;

/** Separates what a mail client would turn into a link (U+2060), in words of a user in an email: they must not lead anywhere. */
export function unlinked(text: string): string {
  return text.replaceAll(linking, "$&\u2060");
}
