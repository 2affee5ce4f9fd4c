/**
 * Gas limit of a collection, because collecting from a contract wallet runs the buyer's code at the operator's expense.
 * Wallets in use need 70,000 to 300,000.
 */
export const gasCap = 1_500_000n;

/**
 * Gas limit of a collection from an account that had no code at its confirm, twice what is reserved for it.
 * One that has got code since (EIP-7702) can't take more.
 */
export const codelessGasCap = 300_000n;

/** Gas limit of collecting a deposit address, which runs no buyer's code: it takes 104,000 to 120,000. */
export const depositGasCap = 300_000n;

/** Gas limit of a wallet deployment, which earns nothing by itself. Wallets in use need 100,000 to 600,000. */
export const deploymentGasCap = 800_000n;
