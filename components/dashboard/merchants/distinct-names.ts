type Named = { id: string; name: string };

/** Tells whether another merchant in the list has the same name. */
export function sharesName({ id, name }: Named, merchants: readonly Named[]): boolean {
  return merchants.some((other) => other.id !== id && other.name === name);
}

/** Gives each merchant a label: its name, and among merchants of the same name also its email and the end of its ID. */
export function distinctNames<Merchant extends Named & { email: string }>(
  merchants: readonly Merchant[],
): (Merchant & { label: string })[] {
  return merchants.map((merchant) => {
    const { id, name, email } = merchant;
    return { ...merchant, label: sharesName(merchant, merchants) ? `${name} (${email}, …${id.slice(-4)})` : name };
  });
}
