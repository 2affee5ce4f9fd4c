import { Problem } from "#components/ui/problem.tsx";

type FormProblemProps = { error: { message: string; issues: readonly unknown[] } | null };

/** A form error that no field shows. */
export function FormProblem({ error }: FormProblemProps) {
  return error !== null && error.issues.length === 0 ? <Problem>{error.message}</Problem> : null;
}
