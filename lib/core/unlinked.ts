/**
 * Separates what a mail client would turn into a link (U+2060). For the words of a partner or merchant in an email to an address that
 * anyone can enter: they must not lead anywhere.
 */
export function unlinked(text: string): string {
  return text.replaceAll(/[.:/@](?=\S)/g, "$&\u2060");
}
