/** A Redis under test that can fail in every way in which a real one does. */
export type RedisServer = {
  readonly url: string;
  /** Starts empty on its port. Resolves when it accepts connections. */
  start(): Promise<void>;
  /** Stops at once; its port refuses connections. */
  stop(): Promise<void>;
  /** Accepts connections and bytes but never responds. */
  freeze(): void;
  thaw(): void;
};
