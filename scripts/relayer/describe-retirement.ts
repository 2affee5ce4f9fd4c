import { nativeAsset } from "#lib/chain/tokens.ts";
import { formatAmount } from "#lib/domain/payments/ledger/movements/request-movement.ts";
import type { Duty, Retirement } from "#lib/domain/payments/wallets/retire-wallet.ts";

/** Describes how far a retirement is, and what the operator has to do, for a terminal. */
export function describeRetirement({ chainId, wallet, state, duties, coin }: Retirement): string {
  const where = `${wallet} on chain ${chainId}`;
  const lines = duties.map((duty) => `  - ${describeDuty(duty, { chainId, wallet })}`);
  const rest =
    coin > 0n ? [`  It has ${formatAmount(nativeAsset(chainId), coin)}: ${sweep(chainId, wallet, "native")}`] : [];
  const key = "  Remove its key from the workers once it is retired on every chain.";
  if (state === "in use") return [`${where} stays in use:`, ...lines].join("\n");
  if (state === "retired") return [`${where} is retired.`, ...lines, ...rest, key].join("\n");
  return [`${where} is retiring: no new payment uses it. Before it can be taken out of use:`, ...lines, ...rest].join(
    "\n",
  );
}

function describeDuty(duty: Duty, { chainId, wallet }: { chainId: number; wallet: string }): string {
  switch (duty.kind) {
    case "only_wallet":
      return "it is the chain's only wallet that takes payments. Give the workers another key first";
    case "quarantined":
      return "it is quarantined: run npm run recover";
    case "options":
      return `options that name it can be confirmed until ${duty.until.toISOString()}: wait`;
    case "transactions":
      return `${duty.open} transactions of it haven't ended: wait, with a worker that has its key`;
    case "waiting":
      return `${duty.payments} confirmed payments of it wait for the buyer's approval: wait, at most half an hour`;
    case "addresses":
      return `${duty.addresses} deposit addresses can be collected and swept with its key only until ${duty.until.toISOString()}: keep it until then`;
    case "owed":
      return `it owes ${formatAmount(duty.asset, duty.amount)} in ${duty.payouts} payouts that are ${duty.state}: pay them out`;
    case "custody":
      return `new payments send it money: set ${duty.variable} to another address for web, workers and this command`;
    case "balance":
      return `it has ${formatAmount(duty.asset, duty.amount)}: ${sweep(chainId, wallet, duty.asset.split(":").at(-1) ?? "")}`;
  }
}

function sweep(chainId: number, wallet: string, token: string): string {
  const reserve = token === "native" ? `GAS_RESERVE_${chainId}=0 ` : "";
  return `${reserve}npm run treasury -- sweep --chain ${chainId} --wallet ${wallet} --token ${token} --to <address> --reason "…"`;
}
