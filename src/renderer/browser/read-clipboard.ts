/** The text of the clipboard; null where the host or the user does not let it be read. */
export async function readClipboard(): Promise<string | null> {
  try {
    return await navigator.clipboard.readText()
  } catch {
    // Not allowed, or nothing that is text: then it is asked for.
    return null
  }
}
