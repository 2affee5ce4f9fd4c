/** A check's result. Problems fail the command; `todo` says what to do about a warning or a problem. */
export type Finding = {
  check: string;
  result: "ok" | "warning" | "problem";
  text: string;
  todo?: string;
};

/** A check, which may throw and may hang. Problems of a mild one are warnings: no live payment needs what it looks at. */
export type Check = { name: string; run: () => Promise<Omit<Finding, "check">[]>; isMild?: boolean };

export function ok(text: string): Omit<Finding, "check"> {
  return { result: "ok", text };
}

export function warning(text: string, todo: string): Omit<Finding, "check"> {
  return { result: "warning", text, todo };
}

export function problem(text: string, todo: string): Omit<Finding, "check"> {
  return { result: "problem", text, todo };
}
