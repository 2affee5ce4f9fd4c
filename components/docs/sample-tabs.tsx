import { CodeLines } from "#components/docs/code-block.tsx";
import { CopySample, RememberLanguage } from "#components/docs/sample-controls.tsx";
import { ScrollArea } from "#components/docs/scroll-area.tsx";
import type { SampleDoc } from "#lib/api/schemas/reference.ts";

const names = { curl: "curl", node: "Node.js", python: "Python", php: "PHP", go: "Go" };

/** A sample in each of its languages. Radio buttons and CSS choose one, so that it works without JavaScript. */
export function SampleTabs({ id, title, samples }: { id: string; title: string; samples: readonly SampleDoc[] }) {
  return (
    <figure className="overflow-hidden rounded-lg border border-line bg-surface has-[[value=curl]:checked]:[&_[data-language=curl]]:block has-[[value=go]:checked]:[&_[data-language=go]]:block has-[[value=node]:checked]:[&_[data-language=node]]:block has-[[value=php]:checked]:[&_[data-language=php]]:block has-[[value=python]:checked]:[&_[data-language=python]]:block">
      <RememberLanguage />
      <figcaption className="border-b border-line bg-sunken">
        <div className="flex h-11 items-center justify-between pr-1 pl-4 text-sm text-ink-muted">
          <span className="truncate">{title}</span>
          <CopySample label={`Copy: ${title}`} />
        </div>
        {samples.length > 1 && <Languages id={id} samples={samples} />}
      </figcaption>
      {samples.map(({ language, code }) => (
        <ScrollArea
          key={language}
          language={language}
          label={`${title}, ${names[language]}`}
          className={`max-h-96 overflow-auto ${samples.length > 1 ? "hidden" : ""}`}
        >
          <CodeLines code={code} />
        </ScrollArea>
      ))}
    </figure>
  );
}

function Languages({ id, samples }: { id: string; samples: readonly SampleDoc[] }) {
  return (
    <fieldset className="flex gap-1 overflow-x-auto px-2 pb-1">
      <legend className="sr-only">Language</legend>
      {samples.map(({ language }) => (
        <label
          key={language}
          className="relative flex min-h-8 items-center justify-center rounded-md px-2 text-sm whitespace-nowrap text-ink-muted has-checked:bg-accent-wash has-checked:font-medium has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent pointer-coarse:min-h-11 pointer-coarse:min-w-11"
        >
          <input
            type="radio"
            name={`language-${id}`}
            value={language}
            defaultChecked={language === "curl"}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {names[language]}
        </label>
      ))}
    </fieldset>
  );
}
