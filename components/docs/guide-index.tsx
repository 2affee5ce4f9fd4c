/** Every guide with its first paragraph. */
export function GuideIndex({ guides }: { guides: readonly { id: string; title: string; description: string }[] }) {
  return (
    <ul className="grid gap-4 pb-12 sm:grid-cols-2 2xl:grid-cols-3">
      {guides.map(({ id, title, description }) => (
        <li key={id}>
          <a
            href={`/docs/guides/${id}`}
            className="group block h-full space-y-1 rounded-xl border border-line bg-surface p-4 hover:border-line-strong"
          >
            <span className="block font-semibold group-hover:text-accent">{title}</span>
            <span className="block text-sm text-pretty text-ink-muted">{withoutMarks(description)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** The words of a line of Markdown, without its marks and the addresses of its links. */
export function withoutMarks(line: string): string {
  return line.replaceAll(/\]\([^)]*\)|[[`*]/g, "");
}
