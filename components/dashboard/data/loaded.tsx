import type { ReactNode } from "react";
import { Problem } from "#components/ui/problem.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";

type LoadedProps<Data> = {
  query: { data: Data | undefined; error: { message: string } | null };
  /** The size of the placeholder, as classes. */
  size: string;
  children: (data: Data) => ReactNode;
};

/** Shows what a query has read, a placeholder until then, and the error of its last try. */
export function Loaded<Data>({ query: { data, error }, size, children }: LoadedProps<Data>) {
  return (
    <>
      {error !== null && <Problem>{error.message}</Problem>}
      {data === undefined ? error === null && <Skeleton className={size} /> : children(data)}
    </>
  );
}
