import { concatHex, type Hex, size, toHex } from "viem";
import type { Address } from "#lib/core/caip.ts";

// Codes of contract wallets that attack by what they answer.

/** Returns ERC-1271's magic value, at any offset. */
export const saysYes: Hex = `0x7f1626ba7e${"00".repeat(28)}60005260206000f3`;

const revert: Hex = "0x60006000fd";

/** Says yes to everyone but this caller, for whom it reverts with this data. */
export function saysYesExceptTo(caller: Address, data: Hex): Hex {
  const refuseAt = 27 + size(saysYes);
  const [length, elsewhere, dataAt] = [size(data), refuseAt, refuseAt + 16].map((n) => toHex(n, { size: 2 }));
  // CALLER, PUSH20, EQ, PUSH2 to the JUMPDEST behind the yes, JUMPI; then CODECOPY of the data and REVERT.
  const choose: Hex = `0x3373${caller.slice(2)}1461${elsewhere?.slice(2)}57`;
  const refuse: Hex = `0x5b61${length?.slice(2)}61${dataAt?.slice(2)}60003961${length?.slice(2)}6000fd`;
  return concatHex([choose, saysYes, refuse, data]);
}

/** Says yes only while gas is free, as in a simulation without a price: GASPRICE, PUSH1 45, JUMPI, yes, or a revert. */
export const saysYesWhenFree: Hex = concatHex(["0x3a602d57", saysYes, "0x5b", revert]);

/** Says yes until an empty call sets its first storage slot, and then runs this code, which begins at offset 59. */
function untilSwitched(after: Hex): Hex {
  // CALLDATASIZE, PUSH1 10, JUMPI; an empty call: SSTORE(0, 1), STOP.
  const onEmptyCall: Hex = "0x36600a576001600055005b";
  // SLOAD(0), PUSH1, JUMPI
  const choose = (to: number): Hex => concatHex(["0x600054", "0x60", toHex(to, { size: 1 }), "0x57"]);
  const yesAt = size(onEmptyCall) + size(choose(0));
  return concatHex([onEmptyCall, choose(yesAt + size(saysYes)), saysYes, "0x5b", after]);
}

export const saysYesThenReverts: Hex = untilSwitched(revert);

/** Says yes after 20,000 rounds of a loop, which take half a million gas. */
export const saysYesThenSlowly: Hex = untilSwitched(concatHex(["0x614e205b6001900380603e57", saysYes]));
