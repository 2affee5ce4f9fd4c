import type { Chain } from "wagmi/chains";
import { isUnknownNetwork } from "#components/checkout/wallet/wallet-errors.ts";
import type { WalletProvider } from "#components/checkout/wallet/wallet-provider.ts";

const pollMs = 500;
/** The time that a wallet has to be on the network after it has agreed to switch. */
const graceMs = 5_000;
/** The longest wait for a wallet's answer, which its owner may never give. */
const maxWaitMs = 10 * 60_000;

/**
 * Switches a wallet's network, and adds the network to a wallet that doesn't know it. Asks the wallet which
 * network it is on until it is the right one: some switch without the event `chainChanged`, some answer
 * before they have switched, and some never answer.
 * @throws Error for a wallet that agreed and didn't switch, or the wallet's own error.
 */
export async function switchNetwork(provider: Pick<WalletProvider, "request">, chain: Chain): Promise<void> {
  const chainId = hexOf(chain);
  // A wallet may have no answer while it switches.
  const current = () => provider.request({ method: "eth_chainId" }).catch(() => null);
  const isThere = async () => Number(await current()) === chain.id;
  const ask = () => arrives(provider.request({ method: "wallet_switchEthereumChain", params: [{ chainId }] }), isThere);
  try {
    await ask();
  } catch (error) {
    if (!isUnknownNetwork(error)) throw error;
    await provider.request({ method: "wallet_addEthereumChain", params: [descriptionOf(chain)] });
    // Most wallets switch to a network that they add.
    if (!(await isThere())) await ask();
  }
}

/** Waits until the wallet is on the network. @throws the refusal of the request, or an Error some time after its answer. */
async function arrives(answer: Promise<unknown>, isThere: () => Promise<boolean>): Promise<void> {
  const settled = answer.then(
    () => ({ refusal: null }),
    (error: unknown) => ({ refusal: { error } }),
  );
  let isAnswered = false;
  let endsAtMs = performance.now() + maxWaitMs;
  while (performance.now() < endsAtMs) {
    if (await isThere()) return;
    const pause = new Promise<null>((resolve) => setTimeout(resolve, pollMs, null));
    const outcome = await (isAnswered ? pause : Promise.race([settled, pause]));
    if (outcome === null) continue;
    if (outcome.refusal !== null) throw outcome.refusal.error;
    isAnswered = true;
    endsAtMs = performance.now() + graceMs;
  }
  throw new Error("The wallet stayed on another network.");
}

const hexOf = ({ id }: Chain) => `0x${id.toString(16)}`;

/** Describes a network as EIP-3085 has it. */
function descriptionOf(chain: Chain) {
  const { name, nativeCurrency, rpcUrls, blockExplorers } = chain;
  const explorers = blockExplorers === undefined ? {} : { blockExplorerUrls: [blockExplorers.default.url] };
  return { chainId: hexOf(chain), chainName: name, nativeCurrency, rpcUrls: rpcUrls.default.http, ...explorers };
}
