import { setTimeout as pause } from "node:timers/promises";
import type { ApiAnswer } from "#test/stack/api-client.ts";

const retryMs = 150;

/** Sends a request; the turn tells which of the web processes receives it. */
type Ask = (turn: number) => Promise<ApiAnswer>;
export type Insist = (ask: Ask, isAnswer?: (answer: ApiAnswer) => boolean) => Promise<ApiAnswer>;

/**
 * Repeats a request until its response is conclusive. Requests that are lost, or reach a process that is stopping, are sent
 * again, to the other process too.
 * @throws Error once `until` is aborted.
 */
export async function repeat(
  ask: Ask,
  isAnswer: (answer: ApiAnswer) => boolean = () => true,
  until?: AbortSignal,
): Promise<ApiAnswer> {
  for (let turn = 0; ; turn += 1) {
    until?.throwIfAborted();
    const answer = await ask(turn).catch(() => null);
    if (answer !== null && answer.status < 500 && isAnswer(answer)) return answer;
    await pause(retryMs);
  }
}
