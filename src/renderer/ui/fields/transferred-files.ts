/** What was dropped or pasted. */
export interface TransferredFiles {
  files: File[]
  /** The names of folders, which a page gets as files that cannot be read. */
  folders: string[]
}

/** The files and folders of a drop or paste. Call this during its event: afterwards, the browser forgets them. */
export function transferredFiles(transfer: DataTransfer | null): TransferredFiles {
  const found: TransferredFiles = { files: [], folders: [] }
  for (const item of transfer?.items ?? []) {
    if (item.kind !== 'file') continue
    const entry = item.webkitGetAsEntry()
    const file = item.getAsFile()
    if (entry?.isDirectory === true) found.folders.push(entry.name)
    else if (file !== null) found.files.push(file)
  }
  // Some programs, and scripts, provide the files only here.
  if (found.files.length === 0 && found.folders.length === 0) found.files.push(...(transfer?.files ?? []))
  return found
}
