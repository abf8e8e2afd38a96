import { createInterface } from 'node:readline'

import { UnknownWordError } from './known-words.ts'

/** Standard input to its end. */
export async function readAll(): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

/** Each line of standard input as JSON. A line that is none throws, unless it is the rest of a writer that was killed. */
export function onJsonLines(does: (message: Record<string, unknown>) => void, atEnd: () => void): void {
  let isOver = false
  process.stdin.once('end', () => (isOver = true))
  const lines = createInterface({ input: process.stdin })
  lines.on('line', (line) => {
    if (!isOver || isJson(line)) does(parseJsonLine(line))
  })
  lines.on('close', atEnd)
}

/** @throws UnknownWordError the line is no object of JSON */
export function parseJsonLine(line: string): Record<string, unknown> {
  const value: unknown = isJson(line) ? JSON.parse(line) : null
  if (!isRecord(value)) throw new UnknownWordError(line.slice(0, 200), 'the input', ['an object of JSON'])
  return value
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The member of an object, as an object; an empty one when it is none. */
export function recordAt(value: unknown, name: string): Record<string, unknown> {
  const member = isRecord(value) ? value[name] : undefined
  return isRecord(member) ? member : {}
}

/** The member of an object, as text; null when it is none. */
export function textAt(value: unknown, name: string): string | null {
  const member = isRecord(value) ? value[name] : undefined
  return typeof member === 'string' ? member : null
}
