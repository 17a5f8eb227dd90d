/** What a spreadsheet takes for a formula, also behind our own mark. */
const LOOKS_LIKE_FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/

const MARKED = /^''*[=+\-@\t\r\n＝＋－＠]/

/** A text as a cell of a CSV file that no spreadsheet runs: an apostrophe before it says that it is text. */
export const csvCell = (text: string) => LOOKS_LIKE_FORMULA.test(text) ? `'${text}` : text

/** The text that `csvCell` was given. */
export const fromCsvCell = (cell: string) => MARKED.test(cell) ? cell.slice(1) : cell
