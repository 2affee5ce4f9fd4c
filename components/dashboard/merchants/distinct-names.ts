type Named = { id: string; name: string };

/** Returns the names that several merchants of the list have. */
export function sharedNames(merchants: readonly Named[]): ReadonlySet<string> {
  const idOf = new Map<string, string>();
  const shared = new Set<string>();
  for (const { id, name } of merchants) {
    if ((idOf.get(name) ?? id) !== id) shared.add(name);
    idOf.set(name, id);
  }
  return shared;
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
