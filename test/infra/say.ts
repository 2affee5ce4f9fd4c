/** Prints a line of a scenario. */
export type Say = (line: string) => void;
