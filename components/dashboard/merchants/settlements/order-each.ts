/**
 * Orders one payout after the other. One that fails ends the round; the next round starts with it, because those before it may be done
 * by then, and Till refuses to pay out nothing.
 * @param ordered the assets that earlier rounds have ordered, which this one adds to.
 */
export async function orderEach<Held extends { asset: string }>(
  held: readonly Held[],
  ordered: Set<string>,
  order: (held: Held) => Promise<unknown>,
): Promise<void> {
  for (const each of held) {
    if (ordered.has(each.asset)) continue;
    await order(each);
    ordered.add(each.asset);
  }
}
