import type { LiveApp } from '../helpers/live-app.ts'

/** What a spec of the meta-suite reports through its output, as one line of JSON. */
export type MetaWord =
  | { word: 'app'; file: string; test: string; pid: number; bootId: string }
  | { word: 'strike'; fault: string; atMs: number; workerPid: number }

const mark = '[meta] '

/** Reports which app a test runs in. */
export async function reportApp(file: string, test: string, app: LiveApp): Promise<void> {
  const { pid, bootId } = await app.health()
  say({ word: 'app', file, test, pid, bootId })
}

/** Reports that the app is about to break; must be called right before. */
export function announceFault(fault: string): void {
  say({ word: 'strike', fault, atMs: Date.now(), workerPid: process.pid })
}

function say(word: MetaWord): void {
  process.stdout.write(`${mark}${JSON.stringify(word)}\n`)
}

/** The event in a line of output; null if there is none. */
export function readWord(line: string): MetaWord | null {
  return line.startsWith(mark) ? (JSON.parse(line.slice(mark.length)) as MetaWord) : null
}
