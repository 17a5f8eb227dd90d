/**
 * Where a cell that looks like a formula begins: at the text's own beginning, and where a
 * spreadsheet that expects semicolons or tabs, as most in Europe do, begins another cell. Also
 * behind our own mark.
 */
const UNMARKED = /(?<=^|[;\t\r\n])(?='*"*[=+\-@＝＋－＠])|^(?='*[\t\r\n])/g

const MARK = /(?<=^|[;\t\r\n])'(?='*"*[=+\-@＝＋－＠])|^'(?='*[\t\r\n])/g

/** An apostrophe before what a spreadsheet would run says that it is text. */
export const csvCell = (text: string) => text.replaceAll(UNMARKED, "'")

/** The text that `csvCell` was given. */
export const fromCsvCell = (cell: string) => cell.replaceAll(MARK, '')
