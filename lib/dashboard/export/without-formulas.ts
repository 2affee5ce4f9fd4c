/**
 * The place before a formula, in ASCII or full width, at the start of a cell or after what a spreadsheet may
 * take for its end. Where semicolons or tabs separate cells, as in much of Europe, the quotes of RFC 4180
 * don't hold a cell together. Spaces and quotes before a formula may be dropped.
 */
const formula = /(?<=^|[;\t\n\v\f\r\u0085\u2028\u2029])(?=[\s"]*[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

/** A negative number isn't a formula, and couldn't be summed as text. */
const negative = /^-\d+(\.\d+)?$/;

/** Puts an apostrophe before what a spreadsheet would run as a formula, however it separates the cells of the row. */
export function withoutFormulas(cell: string): string {
  return negative.test(cell) ? cell : cell.replaceAll(formula, "'");
}
