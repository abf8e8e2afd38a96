import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'

import { knownWord } from './known-words.ts'

/** A process that a program starts and does not wait for, and what makes it hard to find. */
export interface LeftBehind {
  /** In a session and process group of its own. */
  ownSession: boolean
  /** Its parent is gone: it belongs to whoever takes in orphans. */
  reparented: boolean
  /** Without any variable in its environment, so without a marker. */
  withoutEnvironment: boolean
  /** It keeps the program's standard output open, so that its end is not seen there. */
  holdsOutput: boolean
  /** It takes no notice of SIGINT and SIGTERM. */
  deaf: boolean
}

const traits = ['own-session', 'reparented', 'without-environment', 'holds-output', 'deaf'] as const

/** As it is written behind `leave`: `child`, then any of the traits. @throws UnknownWordError */
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

/** Starts it, and returns its process id. It ends by itself after ten minutes, if nobody ends it. */
export async function leaveBehind(what: LeftBehind): Promise<number> {
  // What a shell ignores, the program that takes its place ignores too.
  const life = `${what.deaf ? "trap '' INT TERM; " : ''}exec /bin/sleep 600 3>&-`
  const script = what.reparented ? `(${life}) & echo $! >&3` : `echo $$ >&3; ${life}`
  const output = what.holdsOutput ? 'inherit' : 'ignore'
  const child = spawn('/bin/sh', ['-c', script], {
    detached: what.ownSession,
    stdio: ['ignore', output, output, 'pipe'],
    env: what.withoutEnvironment ? {} : process.env,
  })
  child.unref()
  const told = child.stdio[3] as Readable
  const [first] = (await once(told, 'data')) as [Buffer]
  told.destroy()
  return Number(first.toString())
}
