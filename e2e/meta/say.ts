import type { LiveApp } from '../helpers/live-app.ts'

/** What a spec of the meta-suite tells whoever watches its output, one JSON line each. */
export type MetaWord =
  | { word: 'app'; file: string; test: string; pid: number; bootId: string }
  | { word: 'strike'; fault: string; atMs: number; workerPid: number }

const mark = '[meta] '

/** Tells which app a test runs in. */
export async function sayApp(file: string, test: string, app: LiveApp): Promise<void> {
  const { pid, bootId } = await app.health()
  say({ word: 'app', file, test, pid, bootId })
}

/** Tells that the app is broken now; to be called right before it is. */
export function sayStrike(fault: string): void {
  say({ word: 'strike', fault, atMs: Date.now(), workerPid: process.pid })
}

function say(word: MetaWord): void {
  process.stdout.write(`${mark}${JSON.stringify(word)}\n`)
}

/** The word in a line of output, if it is one. */
export function readWord(line: string): MetaWord | null {
  return line.startsWith(mark) ? (JSON.parse(line.slice(mark.length)) as MetaWord) : null
}
