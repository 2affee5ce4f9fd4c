/**
 * Awaits work with a timeout. After the timeout the work continues in the background, and its result is ignored.
 * @param message the error's on a timeout.
 * @throws the error of `work`; Error on a timeout.
 */
export function withinTimeout<T>(work: Promise<T>, timeoutMs: number, message: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(message)), timeoutMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
