import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'

import { knownWord } from './known-words.ts'

/** A process that a program starts without waiting for it, and traits that make it hard to find. */
export interface LeftBehind {
  /** In a separate session and process group. */
  ownSession: boolean
  /** Its parent has exited, so it belongs to the process that adopts orphans. */
  reparented: boolean
  /** Without environment variables, and so without a mark. */
  withoutEnvironment: boolean
  /** Keeps the program's standard output open, so that its readers see no end of file. */
  holdsOutput: boolean
  /** Ignores SIGINT and SIGTERM. */
  deaf: boolean
}

const traits = ['own-session', 'reparented', 'without-environment', 'holds-output', 'deaf'] as const

/** Parses what follows `leave`: `child`, then any of the traits. @throws UnknownWordError */
export function parseLeftBehind(text: string): LeftBehind {
  const [kind = '', ...rest] = text.split(' ')
  knownWord(kind, `"leave ${text}"`, ['child'])
  const words = new Set(rest.map((word) => knownWord(word, `"leave ${text}"`, traits)))
  return {
    ownSession: words.has('own-session'),
    reparented: words.has('reparented'),
    withoutEnvironment: words.has('without-environment'),
    holdsOutput: words.has('holds-output'),
    deaf: words.has('deaf'),
  }
}

/** Starts it and returns its process id. It exits after ten minutes unless it is killed first. */
export async function leaveBehind(what: LeftBehind): Promise<number> {
  // A program started with exec inherits the signals that the shell ignores.
  const life = `${what.deaf ? "trap '' INT TERM; " : ''}exec /bin/sleep 600 3>&-`
  const script = what.reparented ? `(${life}) & echo $! >&3` : `echo $$ >&3; ${life}`
  const output = what.holdsOutput ? 'inherit' : 'ignore'
  const child = spawn('/bin/sh', ['-c', script], {
    detached: what.ownSession,
    stdio: ['ignore', output, output, 'pipe'],
    env: what.withoutEnvironment ? {} : process.env,
  })
  child.unref()
  const pidPipe = child.stdio[3] as Readable
  const [first] = (await once(pidPipe, 'data')) as [Buffer]
  pidPipe.destroy()
  return Number(first.toString())
}
