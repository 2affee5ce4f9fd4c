/**
 * Processes all items as one batch, such as one transaction; when that fails, processes each item by itself, so that a
 * failing item doesn't block the others.
 * @param work processes all given items, or throws without having processed any.
 * @param onFailure receives each item that fails by itself.
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
