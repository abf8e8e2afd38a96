/** A report of a spec to the meta-suite, printed as one line of JSON. `file` is the name of the spec. */
export type MetaWord =
  | { word: 'app'; file: string; test: string; pid: number; bootId: string }
  | { word: 'strike'; file: string; atMs: number; workerPid: number }

const mark = '[meta] '

export function printWord(word: MetaWord): void {
  process.stdout.write(`${mark}${JSON.stringify(word)}\n`)
}

/** The word in a line of output; null if there is none. */
export function readWord(line: string): MetaWord | null {
  return line.startsWith(mark) ? (JSON.parse(line.slice(mark.length)) as MetaWord) : null
}
