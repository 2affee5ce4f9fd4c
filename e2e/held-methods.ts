/** Holds back a test wallet's responses by method. */
export function heldMethods() {
  const held = new Map<string, Promise<void>>();
  return {
    /** Holds back every response of this method until the returned function is called. */
    hold(method: string): () => void {
      const { promise, resolve } = Promise.withResolvers<void>();
      held.set(method, promise);
      return () => {
        held.delete(method);
        resolve();
      };
    },
    /** Resolves when the method's responses are no longer held back. */
    untilReleased: async (method: string): Promise<void> => held.get(method),
  };
}
