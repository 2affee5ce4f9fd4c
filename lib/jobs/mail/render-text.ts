import type { Block, Message } from "#lib/jobs/mail/message.ts";

/** Renders an email as plain text, with the same content as its HTML. */
export function renderText({ subject, title, blocks, action, closing }: Message): string {
  const link = action === null ? [] : [`${action.label}:\n${action.address}`];
  return [title ?? subject, ...blocks.map(textOf), ...link, closing, "Till"].join("\n\n");
}

function textOf(block: Block): string {
  if (typeof block === "string") return block;
  const rows = "figure" in block ? [block.figure] : block.rows;
  return rows.map(({ label, value }) => `${label}: ${value}`).join("\n");
}
