import { connectorsForWallets } from "@rainbow-me/rainbowkit";
import { coinbaseWallet, rainbowWallet, trustWallet, walletConnectWallet } from "@rainbow-me/rainbowkit/wallets";
import type { CreateConnectorFn } from "wagmi";

/**
 * Wallets on other devices and in apps, reached over the internet by a project that the operator has registered. On a
 * phone WalletConnect is not offered by itself, only as what carries the apps: there it would open its own list, which
 * is not installed (package.json, overrides).
 */
export function internetWallets(projectId: string): CreateConnectorFn[] {
  const isPhone = matchMedia("(pointer: coarse)").matches;
  const any = isPhone ? [] : [walletConnectWallet];
  const group = { groupName: "More", wallets: [...any, coinbaseWallet, rainbowWallet, trustWallet] };
  return connectorsForWallets([group], { projectId, appName: document.title });
}
