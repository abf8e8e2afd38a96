/** Longest piece of plain text, and longest email address; longer text is parsed in pieces. */
export const maxTextChars = 500
