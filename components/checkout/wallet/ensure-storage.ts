/**
 * Replaces `localStorage` with in-memory storage if the browser blocks it. Browsers that block third-party cookies throw
 * on every access to `localStorage` in a cross-site frame, and wallet libraries access it everywhere.
 */
export function ensureStorage(): void {
  try {
    localStorage.getItem("");
  } catch {
    Object.defineProperty(window, "localStorage", { value: new PageStorage(), configurable: true });
  }
}

/**
 * `localStorage` for a wallet's session, which isn't needed to pay: a storage that is full doesn't stop the
 * wallet from connecting.
 */
export const walletStorage = {
  getItem: (key: string) => localStorage.getItem(key),
  removeItem: (key: string) => localStorage.removeItem(key),
  setItem(key: string, value: string) {
    try {
      localStorage.setItem(key, value);
    } catch {
      // The wallet isn't remembered after a reload.
    }
  },
};

class PageStorage implements Storage {
  readonly #items = new Map<string, string>();

  get length(): number {
    return this.#items.size;
  }

  key(index: number): string | null {
    return [...this.#items.keys()][index] ?? null;
  }

  getItem(key: string): string | null {
    return this.#items.get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    this.#items.set(key, String(value));
  }

  removeItem(key: string): void {
    this.#items.delete(key);
  }

  clear(): void {
    this.#items.clear();
  }
}
