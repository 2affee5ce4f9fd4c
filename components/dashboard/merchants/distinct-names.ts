import { asShown } from "#lib/core/visible-text.ts";

type Named = { id: string; name: string };

/** Returns the names that look like another merchant's of the list. */
export function sharedNames(merchants: readonly Named[]): ReadonlySet<string> {
  const ids = new Map<string, Set<string>>();
  for (const { id, name } of merchants) ids.set(asShown(name), (ids.get(asShown(name)) ?? new Set()).add(id));
  return new Set(merchants.map(({ name }) => name).filter((name) => (ids.get(asShown(name))?.size ?? 0) > 1));
}

/** Gives each merchant a label: its name, and among merchants of the same name also its email and the end of its ID. */
export function distinctNames<Merchant extends Named & { email: string }>(
  merchants: readonly Merchant[],
): (Merchant & { label: string })[] {
  const shared = sharedNames(merchants);
  return merchants.map((merchant) => {
    const { id, name, email } = merchant;
    return { ...merchant, label: shared.has(name) ? `${name} (${email}, ${endOfId(id)})` : name };
  });
}

/** The end of an ID, which tells merchants of the same name apart. */
export function endOfId(id: string): string {
  return `…${id.slice(-4)}`;
}
