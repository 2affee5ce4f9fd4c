import { marked, type Tokens } from "marked";
import { headingId } from "#lib/core/heading-id.ts";

/** Links to the sections of a Markdown page, next to it on wide screens. */
export function OnThisPage({ text }: { text: string }) {
  const headings = marked.lexer(text).filter((token): token is Tokens.Heading => token.type === "heading");
  const sections = headings.filter(({ depth }) => depth === 2);
  if (sections.length < 2) return null;
  return (
    <nav aria-label="On this page" className="sticky top-0 hidden w-52 shrink-0 self-start py-6 text-sm xl:block">
      <p className="px-2 py-1 font-semibold">On this page</p>
      <ul>
        {sections.map(({ text: title }) => (
          <li key={title}>
            <a
              href={`#${headingId(title)}`}
              className="block rounded-md px-2 py-1 leading-5 text-pretty text-ink-muted hover:bg-sunken hover:text-ink"
            >
              {title.replaceAll("`", "")}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
