/** How much of a page is downloaded, counted after decompression. */
export const longestPageBytes = 5 * 1024 * 1024
/** How long fetching a page may take, with all of its redirects. */
export const fetchTimeoutMs = 30_000
/** How much text of a page one call returns; models with a small context get it in parts, as every long result. */
export const pieceChars = 40_000
