/**
 * The places in a cell at which a spreadsheet would begin a formula (OWASP, CSV injection): its beginning, and after a semicolon, a tab or
 * a line end, where spreadsheets of other regions begin the next cell. Quotation marks do not count there. Numbers are no formulas.
 */
const formulas = /(?<=^|[;\t\r\n])(?=['"]*[=+\-@\t\r＝＋－＠])(?!-?\d+(?:\.\d+)?(?:[;\t\r\n]|$))/g

/** A cell in which an apostrophe stands before everything that would be a formula. One that has apostrophes there gets one more. */
export const withApostrophes = (text: string): string => text.replace(formulas, "'")

/** The text of a cell that {@link withApostrophes} has written. */
export const withoutApostrophes = (cell: string): string => cell.replace(/(?<=^|[;\t\r\n])'(?=['"]*[=+\-@\t\r＝＋－＠])/g, '')
