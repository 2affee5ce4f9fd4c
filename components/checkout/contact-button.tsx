import type { ReactNode } from "react";

/**
 * A link to the merchant's support that looks like a button: a page in a new tab, or an email. The link of the
 * payment summary gives way to it.
 */
export function ContactButton({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a
      data-contact
      href={href}
      target={href.startsWith("https:") ? "_blank" : undefined}
      rel="noreferrer"
      className="inline-flex min-h-12 items-center justify-center rounded-lg border border-line-strong px-5 py-2 text-center font-medium text-balance wrap-anywhere hover:bg-sunken print:hidden"
    >
      {children}
    </a>
  );
}
