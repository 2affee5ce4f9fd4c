import { randomInt } from "node:crypto";
import { choosePort } from "#scripts/stack/choose-port.ts";

/**
 * Finds a TCP port of 127.0.0.1 that is currently free. It is below the ports from which outgoing connections take theirs:
 * one of those would keep a server from starting again on its port.
 */
export function findFreePort(): Promise<number> {
  return choosePort(randomInt(10_000, 19_900));
}
