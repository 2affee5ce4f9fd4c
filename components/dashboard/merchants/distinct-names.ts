type Named = { id: string; name: string; email: string };

/** Gives each merchant a label: its name, and among merchants of the same name also its email and the end of its ID. */
export function distinctNames<Merchant extends Named>(
  merchants: readonly Merchant[],
): (Merchant & { label: string })[] {
  return merchants.map((merchant) => {
    const { id, name, email } = merchant;
    const isShared = merchants.some((other) => other.id !== id && other.name === name);
    return { ...merchant, label: isShared ? `${name} (${email}, …${id.slice(-4)})` : name };
  });
}
