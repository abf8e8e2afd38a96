/** How much text of a page is kept. */
export const longestPageChars = 5_000_000
