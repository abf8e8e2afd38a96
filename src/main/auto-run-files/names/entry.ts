/** What one program reads from a folder and runs, loads or obeys without asking. */
export interface AutoRunEntry {
  program: string
  /** Documentation that says so. */
  source: string
  /** Lower-case names of files and folders; `*` matches any characters. */
  names: readonly string[]
}

/** An entry with its names in one line, separated by spaces. */
export function entry(program: string, source: string, names: string): AutoRunEntry {
  return { program, source, names: names.split(' ') }
}
