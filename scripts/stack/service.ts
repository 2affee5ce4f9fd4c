import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

/** A child process that runs the server or the worker. */
export type Service = {
  readonly pid: number;
  /** Resolves when the process exits, with the exit code or null after a signal. */
  readonly exited: Promise<number | null>;
  /** Stops it gracefully (SIGTERM) and resolves when it has exited. */
  stop(): Promise<void>;
  /** Kills it like a power failure (SIGKILL) and resolves when it has exited. */
  kill(): Promise<void>;
};

export type ServiceOptions = {
  readonly args?: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The working directory. Default: this process's. */
  readonly cwd?: string;
  /** A command in front of Node, such as one that changes the user. */
  readonly prefix?: readonly string[];
  /** Called with every line that the process prints. */
  readonly onLine?: (line: string) => void;
};

/**
 * Starts a script with this Node and waits until it reports over IPC that it is ready.
 * @throws Error with its last output when it exits before that.
 */
export async function startService(
  script: string,
  { args = [], env, cwd, prefix = [], onLine }: ServiceOptions,
): Promise<Service> {
  const [file = process.execPath, ...rest] = [...prefix, process.execPath, script, ...args];
  const child = spawn(file, rest, {
    ...(cwd === undefined ? {} : { cwd }),
    env: { ...inheritedEnv(), ...env } as NodeJS.ProcessEnv,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    // Ctrl-C in the terminal signals the parent only, which stops its children in order.
    detached: true,
  });
  const lastLines = listen(child, onLine);
  const exited = once(child, "exit").then(([code]) => code as number | null);
  const stopWithParent = () => child.kill("SIGKILL");
  process.once("exit", stopWithParent);
  void exited.then(() => process.off("exit", stopWithParent));
  const isReady = await Promise.race([once(child, "message").then(() => true), exited.then(() => false)]);
  if (!isReady) throw new Error(`${script} exited before it was ready:\n${lastLines.join("\n")}`);
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await exited;
  };
  return { pid: child.pid ?? 0, exited, stop: () => end("SIGTERM"), kill: () => end("SIGKILL") };
}

/** Variables that every child inherits. Configuration is excluded: the caller passes it completely. */
function inheritedEnv(): Record<string, string> {
  const names = ["PATH", "HOME", "TMPDIR", "LANG", "TZ", "NODE_COMPILE_CACHE"];
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
