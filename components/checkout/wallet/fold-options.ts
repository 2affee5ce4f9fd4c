import type { WireOption } from "#lib/api/schemas/gateway.ts";

/** True for an option that takes one signature: the relayer pays the network. An approval is a transaction of the buyer's own. */
export function isWithoutFee({ actions }: Pick<WireOption, "actions">): boolean {
  return actions.length === 1;
}

/**
 * Separates the options that come first from those behind a disclosure: options with several steps and a network fee are folded,
 * unless there are no others. Keeps the order.
 */
export function foldOptions<Option extends Pick<WireOption, "actions">>(
  options: readonly Option[],
): { first: readonly Option[]; folded: readonly Option[] } {
  const free = options.filter(isWithoutFee);
  if (free.length === 0) return { first: options, folded: [] };
  return { first: free, folded: options.filter((option) => !isWithoutFee(option)) };
}
