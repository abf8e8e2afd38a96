import { basename, dirname } from 'node:path/posix'

import { importLimits } from '../../../uploads/import-limits'
import { janKeys } from '../formats/apps/jan'
import { parsed } from './json-elements'
import type { SourceFile } from './source-files'

type NamedEntry = readonly [name: string, file: SourceFile]

/** The names that Jan gives the two files of a thread. */
const janFiles = { thread: 'thread.json', messages: 'messages.jsonl' } as const
/** A thread's own file is never longer. */
const maxThreadBytes = 4 * 1024 * 1024
const newline = 0x0a

/**
 * Joins the two files of each Jan thread into one that contains both as one value. Returns them with all other entries.
 */
export function withJanThreads(named: readonly NamedEntry[]): NamedEntry[] {
  const folders = new Set(
    named.flatMap(([name]) => (basename(name) === janFiles.messages ? [dirname(name)] : [])),
  )
  if (folders.size === 0) return [...named]
  const threads = new Map(named.filter(([name]) => basename(name) === janFiles.thread))
  return named.flatMap(([name, file]): NamedEntry[] => {
    const folder = dirname(name)
    if (!folders.has(folder)) return [[name, file]]
    if (basename(name) === janFiles.thread) return []
    if (basename(name) !== janFiles.messages) return [[name, file]]
    const thread = threads.get(folder === '.' ? janFiles.thread : `${folder}/${janFiles.thread}`)
    const joinedName = `${folder}/thread-and-messages.json`
    return [[joinedName, { ...joined(thread, file), name: joinedName }]]
  })
}

function joined(thread: SourceFile | undefined, messages: SourceFile): SourceFile {
  async function* read(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(`{${JSON.stringify(janKeys.thread)}:`)
    yield thread === undefined ? Buffer.from('null') : await wholeValue(thread)
    yield Buffer.from(`,${JSON.stringify(janKeys.messages)}:[`)
    let isFirst = true
    for await (const line of lines(messages)) {
      if (line !== null && line.every((byte) => byte <= 0x20)) continue
      if (!isFirst) yield Buffer.from(',')
      isFirst = false
      // A line that cannot be read costs one message.
      yield line === null || parsed(line) === null ? Buffer.from('null') : line
    }
    yield Buffer.from(']}')
  }
  return { sizeBytes: messages.sizeBytes + (thread?.sizeBytes ?? 0), read }
}

/** A file with one value, or `null` if it has none. */
async function wholeValue(file: SourceFile): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of file.read()) {
    bytes += piece.length
    if (bytes > maxThreadBytes) return Buffer.from('null')
    pieces.push(piece)
  }
  const whole = Buffer.concat(pieces)
  return parsed(whole) === null ? Buffer.from('null') : whole
}

/** The lines of a file; null for one that is longer than a message can be. */
async function* lines(file: SourceFile): AsyncGenerator<Buffer | null> {
  let kept: Uint8Array[] = []
  let keptBytes = 0
  const take = () => {
    const line = keptBytes > importLimits.messageBytes ? null : Buffer.concat(kept)
    kept = []
    keptBytes = 0
    return line
  }
  const keep = (piece: Uint8Array) => {
    keptBytes += piece.length
    if (keptBytes <= importLimits.messageBytes) kept.push(piece)
    else kept = []
  }
  for await (const piece of file.read()) {
    let from = 0
    for (let to = piece.indexOf(newline); to !== -1; to = piece.indexOf(newline, from)) {
      keep(piece.subarray(from, to))
      yield take()
      from = to + 1
    }
    keep(piece.subarray(from))
  }
  if (keptBytes > 0) yield take()
}
