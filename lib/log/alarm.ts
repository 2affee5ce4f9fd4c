import { type AlarmKind, levelOf } from "#lib/core/alarm-kinds.ts";
import { clock } from "#lib/core/clock.ts";
import { processSingleton } from "#lib/core/process-singleton.ts";
import { describeError, log } from "#lib/log/log.ts";

const everyMs = 60_000;
/** More alarms than this wait for the database only if something raises them in a loop. They are logged, not delivered. */
const maxWaiting = 1_000;
const maxRemembered = 10_000;

/** An alarm as it is stored and delivered. Its facts are JSON. */
export type RaisedAlarm = {
  kind: AlarmKind;
  /** The queue, chain, payment or token that it is about; one alarm is open for each kind and subject. */
  subject: string;
  message: string;
  facts: Record<string, unknown>;
  /** The problems that the alarm stands for. It is sent again while it is open when one is added. */
  parts: readonly string[];
  count: number;
  at: Date;
};

/** An alarm whose cause is gone. */
export type EndedAlarm = { kind: AlarmKind; subject: string; message: string; at: Date };

/** The changes of one alarm that aren't stored yet, in the order of their times: it was raised, ended, or both. */
export type AlarmChange = { raised: RaisedAlarm | null; ended: EndedAlarm | null };

/** Identifies an alarm. */
export function alarmKey({ kind, subject }: { kind: string; subject: string }): string {
  return `${kind} ${subject}`;
}

/** The alarms of this process, which a loop stores and delivers (lib/jobs/alarms). Nothing here waits for anything. */
class Alarms {
  /** The time of each alarm's last log line, on the process's own clock, and its parts then. */
  readonly #logged = new Map<string, { atMs: number; parts: ReadonlySet<string> }>();
  #changes = new Map<string, AlarmChange>();
  #open: ReadonlySet<string> = new Set();

  raise(kind: AlarmKind, subject: string, facts: object, message: string, parts: readonly string[]): void {
    const key = alarmKey({ kind, subject });
    const now = performance.now();
    const waiting = this.#changes.get(key);
    const last = this.#logged.get(key);
    if (last !== undefined && now - last.atMs < everyMs && parts.every((part) => last.parts.has(part))) {
      if (waiting?.raised != null) waiting.raised.count += 1;
      return;
    }
    this.#remember(key, now, parts);
    log()[levelOf(kind, subject, facts)]({ alarm: kind, ...facts }, message);
    if (waiting === undefined && this.#changes.size >= maxWaiting) return;
    const count = (waiting?.raised?.count ?? 0) + 1;
    const raised = { kind, subject, message, facts: toJson(facts), parts, count, at: clock.now() };
    this.#changes.set(key, { raised, ended: null });
  }

  end(kind: AlarmKind, subject: string, facts: object, message: string): void {
    const key = alarmKey({ kind, subject });
    const wasRaised = this.#logged.delete(key);
    if (!wasRaised && !this.#open.has(key)) return;
    if (wasRaised) log().warn({ recovered: kind, ...facts }, message);
    const raised = this.#changes.get(key)?.raised ?? null;
    this.#changes.set(key, { raised, ended: { kind, subject, message, at: clock.now() } });
  }

  /** Lists the subjects of a kind that are open, or that this process has raised. */
  subjectsOf(kind: AlarmKind): string[] {
    const prefix = `${kind} `;
    const keys = new Set([...this.#open, ...this.#logged.keys()]);
    return [...keys].flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []));
  }

  /** Takes the changes since the last call. The caller gives back what it can't store. */
  take(): AlarmChange[] {
    const taken = [...this.#changes.values()];
    this.#changes = new Map();
    return taken;
  }

  /** Takes back changes that couldn't be stored. What has happened since wins. */
  giveBack(changes: readonly AlarmChange[]): void {
    const newer = this.#changes;
    this.#changes = new Map();
    for (const change of changes) {
      const about = change.raised ?? change.ended;
      if (about !== null) this.#changes.set(alarmKey(about), change);
    }
    for (const [key, { raised, ended }] of newer) {
      this.#changes.set(key, { raised: raised ?? this.#changes.get(key)?.raised ?? null, ended });
    }
  }

  /** Learns the keys of all open alarms, also those of other processes and of the process before this one. */
  setOpen(keys: Iterable<string>): void {
    this.#open = new Set(keys);
  }

  #remember(key: string, now: number, parts: readonly string[]): void {
    if (this.#logged.size >= maxRemembered) {
      for (const [old, { atMs }] of this.#logged) if (now - atMs >= everyMs) this.#logged.delete(old);
    }
    this.#logged.set(key, { atMs: now, parts: new Set(parts) });
  }
}

/** The alarms of this process. */
export const alarms = processSingleton("alarms", () => new Alarms());

/**
 * Raises an alarm for an operator, at most once a minute for each kind and subject, because the relay meets the same problem in
 * every round. It is logged at once, and stored and delivered by the process's loop. For an alarm about a change that a
 * transaction makes, use recordAlarm, which can't be lost.
 * @param subject key of the queue, transaction or payment that it is about.
 * @param parts the problems that it stands for, if there can be several. While it is open, it is sent again when one is added.
 */
export function raiseAlarm(
  kind: AlarmKind,
  subject: string,
  facts: object,
  message: string,
  parts: readonly string[] = [],
): void {
  alarms().raise(kind, subject, facts, message, parts);
}

/** Ends an alarm whose cause is gone. It does nothing, at little cost, when the alarm wasn't raised. */
export function endAlarm(kind: AlarmKind, subject: string, facts: object, message: string): void {
  alarms().end(kind, subject, facts, message);
}

/**
 * Ends the open alarms of a kind whose subjects a complete check didn't find, also those of other processes.
 * @param isFound tells whether the cause of a subject is still there, or couldn't be looked at.
 */
export function endOtherAlarms(kind: AlarmKind, isFound: (subject: string) => boolean, message: string): void {
  for (const subject of alarms().subjectsOf(kind)) if (!isFound(subject)) endAlarm(kind, subject, {}, message);
}

/** The parts of an alarm about a number of things: it is sent again when there are ten times as many. */
export function magnitudesOf(count: number): string[] {
  return Array.from({ length: String(count).length }, (_, digits) => `at least ${10 ** digits}`);
}

/** Facts as JSON: integers of any size as text, errors as the log shows them, without URLs and signatures. */
export function toJson(facts: object): Record<string, unknown> {
  const text = JSON.stringify(facts, (_key, value: unknown) => {
    if (typeof value === "bigint") return value.toString();
    return value instanceof Error ? describeError(value).message : value;
  });
  return JSON.parse(text) as Record<string, unknown>;
}
