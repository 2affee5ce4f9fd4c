/**
 * Does work on all of these at once, as in one commit; when that fails, on each by itself, so that one which can't be done
 * keeps none of the others.
 * @param work does all of what it is given, or throws and has done none of it.
 * @param onFailure hears of each that can't be done even by itself.
 */
export async function runBatchWithFallback<T>(
  items: readonly T[],
  work: (items: readonly T[]) => Promise<void>,
  onFailure: (item: T, error: unknown) => void,
): Promise<void> {
  try {
    await work(items);
  } catch (error) {
    const [first, ...others] = items;
    if (first !== undefined && others.length === 0) onFailure(first, error);
    else for (const item of items) await runBatchWithFallback([item], work, onFailure);
  }
}
