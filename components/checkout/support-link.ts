/** The link to a merchant's support: its page, or an email with the payment's reference as the subject. */
export function supportLink(contact: string, reference: string): string {
  if (contact.startsWith("https://")) return contact;
  const address = encodeURIComponent(contact).replace("%40", "@");
  return `mailto:${address}?subject=${encodeURIComponent(reference)}`;
}
