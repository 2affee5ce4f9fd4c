/**
 * Awaits what a chain is asked, for so long. What takes longer goes on behind the scenes, and nobody hears of it.
 * @throws whatever `work` throws; Error when it takes too long.
 */
export function withinTime<T>(chainId: number, limitMs: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const tooLong = () => reject(new Error(`chain ${chainId} did not answer within ${limitMs} ms`));
    const timer = setTimeout(tooLong, limitMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
