/** The longest text of a page that is kept. */
export const longestPageChars = 5_000_000
