/**
 * Requests one payout after the other. One that fails ends the round; the next round starts with it, because
 * those before it may be done by then, and Till refuses to pay out nothing.
 * @param requested the assets that earlier rounds have requested, which this one adds to.
 */
export async function payOutEach<Held extends { asset: string }>(
  held: readonly Held[],
  requested: Set<string>,
  request: (held: Held) => Promise<unknown>,
): Promise<void> {
  for (const each of held) {
    if (requested.has(each.asset)) continue;
    await request(each);
    requested.add(each.asset);
  }
}
