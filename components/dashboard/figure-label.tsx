import { Link } from "#components/ui/link.tsx";

type FigureLabelProps = {
  label: string;
  /** The page behind the figure; the nearest positioned parent of the label leads there as a whole. */
  href: string | undefined;
};

/** The name of a figure in a list of figures. */
export function FigureLabel({ label, href }: FigureLabelProps) {
  return (
    <dt className="text-sm text-ink-muted">
      {href === undefined ? (
        label
      ) : (
        <Link href={href} className="after:absolute after:inset-0 hover:text-ink">
          {label}
        </Link>
      )}
    </dt>
  );
}
