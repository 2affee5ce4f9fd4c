/**
 * The most gas that a transaction may take in which code of a stranger's choice runs at our expense: a collection from a
 * wallet that is a contract. Wallets in use are collected from for 70,000 to 300,000.
 */
export const gasCap = 1_500_000n;

/** The same for making a stranger's wallet, which brings us nothing by itself. Wallets in use take 100,000 to 600,000. */
export const deploymentGasCap = 800_000n;
