import type { Connector } from "wagmi";

/** A wallet that lets us ask it, and the account that it shows. */
export type Wallet = { address: string; connector: Connector };
