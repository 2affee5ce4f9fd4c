import { setTimeout as pause } from "node:timers/promises";
import { type Service, type ServiceOptions, startService } from "#scripts/stack/service.ts";

/** A process that is started again whenever it ends, as a server's process manager does. */
export type Supervised = {
  url: string;
  kill(): Promise<void>;
  /** Asks it to shut down gracefully. */
  stop(): Promise<void>;
  /** Kills it, and starts it again only at `resume`. */
  suspend(): Promise<void>;
  resume(): void;
  /** Starts the next process with this fault point, which kills it when reached. */
  doom(point: string): Promise<void>;
  /** The number of times the process has ended, for any reason. */
  ends(): number;
  /** Stops it permanently. */
  end(): Promise<void>;
};

const restartAfterMs = 200;

/** Starts it and keeps it alive. */
export async function supervise(script: string, options: ServiceOptions, url: string): Promise<Supervised> {
  let [ends, isOver, point] = [0, false, "none"];
  let suspension: PromiseWithResolvers<void> | null = null;
  const start = () => startService(script, { ...options, env: { ...options.env, FAULT_POINT: point } });
  let service: Service = await start();
  const watch = async (): Promise<void> => {
    while (!isOver) {
      await service.exited;
      ends += 1;
      await suspension?.promise;
      if (isOver) return;
      await pause(restartAfterMs);
      service = await startPatiently();
      point = "none";
    }
  };
  /** Retries, because a process can't start while the database is down. */
  const startPatiently = async (): Promise<Service> => {
    for (;;) {
      try {
        return await start();
      } catch (error) {
        if (isOver) throw error;
        await pause(restartAfterMs);
      }
    }
  };
  const watching = watch().catch(() => undefined);
  return {
    url,
    kill: () => service.kill(),
    stop: () => service.stop(),
    suspend() {
      suspension = Promise.withResolvers();
      return service.kill();
    },
    resume() {
      suspension?.resolve();
      suspension = null;
    },
    async doom(next) {
      point = next;
      await service.kill();
    },
    ends: () => ends,
    async end() {
      isOver = true;
      suspension?.resolve();
      await service.stop();
      await watching;
    },
  };
}
