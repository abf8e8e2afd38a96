/** The text on the clipboard; null if the host or the user denies access. */
export async function readClipboard(): Promise<string | null> {
  try {
    return await navigator.clipboard.readText()
  } catch {
    // Denied, or not text; the caller then asks the user to paste.
    return null
  }
}
