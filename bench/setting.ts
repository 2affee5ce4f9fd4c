/**
 * True with `--short`: less data and fewer rounds, to see that a benchmark works. Its figures mean nothing.
 */
export const isShort = process.argv.includes("--short");

/** Returns a benchmark's setting: the environment variable of this name, or else the default. */
export function setting(name: string, full: number, short: number): number {
  const text = process.env[name] || String(isShort ? short : full);
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new Error(`${name} must be a whole number, not ${text}`);
  return value;
}

/** The rounds of every comparison. */
export const rounds = setting("ROUNDS", 5, 2);
