import { type MarkedToken, marked, type Token, type Tokens } from "marked";
import { createElement, Fragment, type ReactNode } from "react";
import { CodeBlock } from "#components/docs/code-block.tsx";
import { ScrollArea } from "#components/docs/scroll-area.tsx";
import { C } from "#components/docs/topic.tsx";
import { headingId } from "#lib/core/heading-id.ts";

/** Renders our own Markdown: headings, paragraphs, lists, tables, code and links. HTML in it is shown as text. */
export function Markdown({ text }: { text: string }) {
  return (
    <div className="min-w-0 max-w-3xl grow space-y-4 leading-relaxed text-pretty">{blocks(marked.lexer(text))}</div>
  );
}

const blocks = (tokens: readonly Token[]) => rendered(tokens, block);
const inlines = (tokens: readonly Token[] = []) => rendered(tokens, inline);

function rendered(tokens: readonly Token[], render: (token: MarkedToken) => ReactNode): ReactNode {
  return createElement(Fragment, null, ...tokens.map((token) => render(token as MarkedToken)));
}

function block(token: MarkedToken): ReactNode {
  if (token.type === "heading") return <Heading token={token} />;
  if (token.type === "paragraph") return <p className="max-w-prose">{inlines(token.tokens)}</p>;
  if (token.type === "list") return <List token={token} />;
  if (token.type === "table") return <Table token={token} />;
  if (token.type === "text") return inlines(token.tokens);
  if (token.type === "code") {
    // The words after the language are the caption.
    const [, ...caption] = (token.lang ?? "").split(" ");
    return <CodeBlock title={caption.join(" ") || "Code"} code={token.text} canCopy />;
  }
  return token.type === "space" || token.type === "def" ? null : <p>{token.raw}</p>;
}

/** Only headings of the second level have an id: those below it may repeat, as in a changelog. */
function Heading({ token: { depth, text, tokens } }: { token: Tokens.Heading }) {
  if (depth !== 2) return <h3 className="pt-2 font-semibold">{inlines(tokens)}</h3>;
  const id = headingId(text);
  return (
    <h2 id={id} className="scroll-mt-4 pt-6 text-xl font-semibold tracking-tight">
      <a href={`#${id}`} className="hover:text-accent">
        {inlines(tokens)}
      </a>
    </h2>
  );
}

function List({ token: { ordered, items } }: { token: Tokens.List }) {
  const Tag = ordered ? "ol" : "ul";
  return (
    <Tag className={`max-w-prose space-y-1.5 pl-5 ${ordered ? "list-decimal" : "list-disc"}`}>
      {items.map((item) => (
        <li key={item.raw}>{blocks(item.tokens)}</li>
      ))}
    </Tag>
  );
}

function Table({ token: { header, rows } }: { token: Tokens.Table }) {
  const title = header.map(({ text }) => text).join(", ");
  return (
    <ScrollArea label={title} className="overflow-x-auto">
      <table className="w-full min-w-[34rem] text-left text-[0.9375rem]">
        <thead className="text-sm text-ink-muted">
          <tr className="border-b border-line">
            {header.map((cell) => (
              <th key={cell.text} scope="col" className="py-2 pr-6 font-normal">
                {inlines(cell.tokens)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row[0]?.text} className="border-b border-line align-top">
              {row.map((cell) => (
                <td key={cell.text} className="py-2 pr-6">
                  {inlines(cell.tokens)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

function inline(token: MarkedToken): ReactNode {
  if (token.type === "strong") return <strong className="font-semibold">{inlines(token.tokens)}</strong>;
  if (token.type === "em") return <em>{inlines(token.tokens)}</em>;
  if (token.type === "codespan") return <C>{token.text}</C>;
  if (token.type === "link") {
    return (
      <a href={token.href} className="text-accent underline underline-offset-4 hover:text-accent-strong">
        {inlines(token.tokens)}
      </a>
    );
  }
  if (token.type === "text" && token.tokens !== undefined) return inlines(token.tokens);
  if (token.type === "escape") return token.text;
  return token.type === "br" ? <br /> : token.raw;
}
