import { Problem } from "#components/ui/problem.tsx";

type FormProblemProps = { error: { message: string; issues: readonly unknown[] } | null };

/** Why a form was not taken, where no field of it is to blame: those say it themselves. */
export function FormProblem({ error }: FormProblemProps) {
  return error !== null && error.issues.length === 0 ? <Problem>{error.message}</Problem> : null;
}
