import { setTimeout as pause } from "node:timers/promises";
import { levelOf } from "#lib/core/alarm-kinds.ts";
import { clock } from "#lib/core/clock.ts";
import { RunningWork } from "#lib/core/running-work.ts";
import { withinTimeout } from "#lib/core/within-timeout.ts";
import { database } from "#lib/db/pool.ts";
import { alarmChannels, alarmSource } from "#lib/domain/platform/alarms/channels.ts";
import {
  type AlarmChannel,
  type AlarmNotice,
  claimNotices,
  listOpenSubjects,
  recordDelivery,
  repeatAlarms,
  resolveAlarms,
  storeEnded,
  storeRaised,
} from "#lib/domain/platform/alarms/repository.ts";
import { sendAlarms } from "#lib/jobs/alarms/send-alarms.ts";
import type { Watch } from "#lib/jobs/heartbeats.ts";
import { type AlarmChange, alarmKey, alarms, endAlarm, type RaisedAlarm, raiseAlarm } from "#lib/log/alarm.ts";
import { log } from "#lib/log/log.ts";

const everyMs = 2_000;
const databaseTimeoutMs = 5_000;
const stopTimeoutMs = 4_000;
/** The failure of two or three rounds. */
const downAfterMs = 10_000;
/** A message that failed while the database is down is sent again after this. */
const directRetryMs = 15_000;
const undeliveredAfter = 3;

export type AlarmLoopOptions = {
  /** True for workers: they also deliver while the database is down, straight from memory. */
  sendsWithoutDatabase: boolean;
  /** Wraps what is waited for, so that it is noticed when it doesn't end. */
  watch?: Watch;
  /** Looks for more problems in each round; its failures count as the database's. */
  check?: () => Promise<void>;
};

/**
 * Stores the alarms of this process and delivers stored ones, of every process. An alarm is stored before it
 * is sent, so a process that is killed loses none, and sends at most one message twice. Alarms that several
 * processes raise are one.
 */
export class AlarmLoop {
  readonly #options: AlarmLoopOptions;
  readonly #sending = new RunningWork<AlarmChannel>();
  readonly #failures = new Map<AlarmChannel, number>();
  /** The channels that got an alarm from memory, by its key. */
  readonly #sentDirectly = new Map<string, Set<AlarmChannel>>();
  #storing: Promise<void> | null = null;
  #failingSinceMs: number | null = null;
  #directAtMs = Number.NEGATIVE_INFINITY;

  constructor(options: AlarmLoopOptions) {
    this.#options = options;
  }

  /** Stores, resolves and delivers once. Waits for the database up to 5 s, and for no delivery. Never throws. */
  async round(): Promise<void> {
    try {
      await this.#store();
    } catch (error) {
      this.#failingSinceMs ??= clock.now().getTime();
      if (clock.now().getTime() - this.#failingSinceMs < downAfterMs) return;
      raiseAlarm(
        "database_down",
        "all",
        { err: error },
        "the database doesn't answer, or lacks a migration; nothing can be paid",
      );
      if (this.#options.sendsWithoutDatabase) this.#sendDirectly();
      return;
    }
    this.#failingSinceMs = null;
    endAlarm("database_down", "all", {}, "the database answers again");
    for (const channel of alarmChannels()) this.#start(channel, () => this.#deliver(channel));
  }

  /** Resolves when no message is being sent. */
  settle(): Promise<void> {
    return this.#sending.settle();
  }

  async #store(): Promise<void> {
    // A call that hangs is still the one that has the changes of its time.
    this.#storing ??= this.#watched("storing alarms", () => this.#storeChanges()).finally(() => {
      this.#storing = null;
    });
    const message = `no answer within ${databaseTimeoutMs} ms, or all connections are in use`;
    await withinTimeout(this.#storing, databaseTimeoutMs, message);
  }

  #watched(name: string, work: () => Promise<void>): Promise<void> {
    const { watch } = this.#options;
    return watch === undefined ? work() : watch(name, work)();
  }

  async #storeChanges(): Promise<void> {
    const changes = alarms().take();
    try {
      await this.#storeRaised(changes.flatMap(({ raised }) => raised ?? []));
      const ended = changes.flatMap(({ ended: one }) => one ?? []);
      if (ended.length > 0) await storeEnded(database, ended, alarmSource());
    } catch (error) {
      alarms().giveBack(changes);
      throw error;
    }
    await resolveAlarms(database, clock.now(), alarmChannels());
    await repeatAlarms(database, clock.now(), alarmChannels());
    alarms().setOpen((await listOpenSubjects(database)).map(alarmKey));
    await this.#options.check?.();
  }

  async #storeRaised(raised: readonly RaisedAlarm[]): Promise<void> {
    const channels = alarmChannels();
    const source = alarmSource();
    const isNew = (one: RaisedAlarm) => !this.#sentDirectly.has(alarmKey(one));
    const unsent = raised.filter(isNew);
    if (unsent.length > 0) await storeRaised(database, unsent, { channels, source });
    for (const one of raised.filter((each) => !isNew(each))) {
      const sent = this.#sentDirectly.get(alarmKey(one));
      await storeRaised(database, [one], { channels: channels.filter((channel) => !sent?.has(channel)), source });
      this.#sentDirectly.delete(alarmKey(one));
    }
  }

  /** One message at a time for each channel. */
  #start(channel: AlarmChannel, send: () => Promise<void>): void {
    void this.#sending.start(channel, () =>
      this.#watched("sending alarms", send).catch((error: unknown) =>
        log().warn({ err: error, channel }, "alarms could not be delivered"),
      ),
    );
  }

  async #deliver(channel: AlarmChannel): Promise<void> {
    const notices = await claimNotices(database, channel, clock.now());
    if (notices.length === 0) return;
    const error = await this.#send(channel, notices);
    await recordDelivery(database, channel, notices, { now: clock.now(), error });
  }

  /** @returns null, or the reason of the failure. */
  async #send(channel: AlarmChannel, notices: readonly AlarmNotice[]): Promise<string | null> {
    try {
      await sendAlarms(channel, notices);
      this.#failures.delete(channel);
      endAlarm("alarms_undelivered", channel, {}, `alarms are delivered by ${channel} again`);
      return null;
    } catch (error) {
      const failures = (this.#failures.get(channel) ?? 0) + 1;
      this.#failures.set(channel, failures);
      log().warn({ err: error, channel, failures }, "a message about alarms could not be sent; it will be sent again");
      if (failures >= undeliveredAfter) {
        raiseAlarm("alarms_undelivered", channel, { failures }, `alarms can't be delivered by ${channel}`);
      }
      return error instanceof Error ? error.message : String(error);
    }
  }

  #sendDirectly(): void {
    const now = clock.now().getTime();
    if (now - this.#directAtMs < directRetryMs) return;
    this.#directAtMs = now;
    const changes = alarms().take();
    alarms().giveBack(changes);
    const raised = changes.flatMap(({ raised: one }: AlarmChange) => one ?? []);
    for (const channel of alarmChannels()) {
      const unsent = raised.filter((one) => !this.#sentDirectly.get(alarmKey(one))?.has(channel));
      if (unsent.length === 0) continue;
      this.#start(channel, async () => {
        if ((await this.#send(channel, unsent.map(toNotice))) !== null) return;
        for (const one of unsent) {
          const sent = this.#sentDirectly.get(alarmKey(one)) ?? new Set();
          this.#sentDirectly.set(alarmKey(one), sent.add(channel));
        }
      });
    }
  }
}

function toNotice({ kind, subject, message, facts, count, at }: RaisedAlarm): AlarmNotice {
  const level = levelOf(kind, subject, facts);
  const times = { firstSeenAt: at, lastSeenAt: at };
  // Not the id of a row, and another one in each outage.
  return { id: at.toISOString(), event: "raised", at, kind, subject, level, message, facts, count, ...times };
}

/**
 * Runs an {@link AlarmLoop} until it is stopped. `stop` stores what is left and waits for messages under way,
 * for 4 s at most.
 */
export function startAlarmLoop(options: AlarmLoopOptions): { stop(): Promise<void> } {
  if (alarmChannels().length === 0) {
    log().info("no ALARM_… variable is set: alarms that this process raises are only logged and stored");
  }
  const loop = new AlarmLoop(options);
  const end = new AbortController();
  const run = async () => {
    while (!end.signal.aborted) {
      await loop.round();
      await pause(everyMs, undefined, { signal: end.signal, ref: false }).catch(() => undefined);
    }
  };
  const running = run();
  return {
    async stop() {
      end.abort();
      const last = running.then(() => loop.round()).then(() => loop.settle());
      await Promise.race([last, pause(stopTimeoutMs, undefined, { ref: false })]);
    },
  };
}
