import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

/** A process of ours that runs beside this one. */
export type Service = {
  readonly pid: number;
  /** Resolves with the exit code, or null after a signal, whenever the process ends. */
  readonly exited: Promise<number | null>;
  /** Asks it to end in good order (SIGTERM) and resolves when it has. */
  stop(): Promise<void>;
  /** Ends it as a power cut would (SIGKILL) and resolves when it is gone. */
  kill(): Promise<void>;
};

export type ServiceOptions = {
  readonly args?: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Gets every line that the process prints. */
  readonly onLine?: (line: string) => void;
};

/**
 * Starts a script with this Node and waits until it says over IPC that it is ready.
 * @throws Error with its last lines when it ends before that.
 */
export async function startService(script: string, { args = [], env, onLine }: ServiceOptions): Promise<Service> {
  const child = spawn(process.execPath, [script, ...args], {
    env: { ...inheritedEnv(), ...env } as NodeJS.ProcessEnv,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    // A Ctrl-C on the terminal is for the parent, which ends its children in order.
    detached: true,
  });
  const lastLines = listen(child, onLine);
  const exited = once(child, "exit").then(([code]) => code as number | null);
  const stopWithParent = () => child.kill("SIGKILL");
  process.once("exit", stopWithParent);
  void exited.then(() => process.off("exit", stopWithParent));
  const isReady = await Promise.race([once(child, "message").then(() => true), exited.then(() => false)]);
  if (!isReady) throw new Error(`${script} ended before it was ready:\n${lastLines.join("\n")}`);
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await exited;
  };
  return { pid: child.pid ?? 0, exited, stop: () => end("SIGTERM"), kill: () => end("SIGKILL") };
}

/** What a child needs of our surroundings; never our own configuration, which its caller gives in full. */
function inheritedEnv(): Record<string, string> {
  const names = ["PATH", "HOME", "TMPDIR", "LANG", "TZ"];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}

function listen(child: ChildProcess, onLine: ((line: string) => void) | undefined): string[] {
  const last: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    let rest = "";
    stream?.setEncoding("utf8").on("data", (text: string) => {
      const lines = (rest + text).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        onLine?.(line);
        last.push(line);
        if (last.length > 30) last.shift();
      }
    });
  }
  return last;
}
