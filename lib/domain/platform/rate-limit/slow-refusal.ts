import { randomInt } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { processSingleton } from "#lib/core/process-singleton.ts";

/**
 * The time that a refused client waits for its answer, at random: the requests of a flood that were refused together would otherwise be
 * answered together, and come back together.
 */
const waitMs = { least: 1_000, most: 2_000 };
/** So many clients wait at once; further ones are answered at once, so that a flood of connections doesn't fill the memory. */
const waitingAtOnce = 1_000;

const waiting = processSingleton("slow-refusals", () => ({ count: 0 }));

/**
 * Waits before a refusal with 429 is sent. A client that repeats refused requests as fast as it is answered then sends less than one per second
 * and connection, instead of as many as this process can refuse, and its refusals don't delay the answers to others.
 */
export async function beforeRefusal(): Promise<void> {
  const all = waiting();
  if (all.count >= waitingAtOnce) return;
  all.count += 1;
  try {
    await pause(randomInt(waitMs.least, waitMs.most));
  } finally {
    all.count -= 1;
  }
}
