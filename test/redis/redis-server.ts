/** A Redis under test, which can be taken away in every way in which one goes away. */
export type RedisServer = {
  readonly url: string;
  /** Comes up on its port, empty. Resolves when it takes connections. */
  start(): Promise<void>;
  /** Goes down at once; its port refuses connections. */
  stop(): Promise<void>;
  /** Takes connections and bytes, and answers nothing. */
  freeze(): void;
  thaw(): void;
};
