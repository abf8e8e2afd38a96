import { createInterface } from 'node:readline'

import { UnknownWordError } from './known-words.ts'

/** Reads standard input to its end. */
export async function readAll(): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

/**
 * Parses each line of standard input as JSON. An invalid line throws, unless its writer was killed in the
 * middle of it.
 */
export function onJsonLines(does: (message: Record<string, unknown>) => void, atEnd: () => void): void {
  let isOver = false
  process.stdin.once('end', () => (isOver = true))
  const lines = createInterface({ input: process.stdin })
  lines.on('line', (line) => {
    if (!isOver || isJson(line)) does(parseJsonLine(line))
  })
  lines.on('close', atEnd)
}

/** @throws UnknownWordError the line is not a JSON object */
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

/** A member of an object, as an object; empty if it is not one. */
export function recordAt(value: unknown, name: string): Record<string, unknown> {
  const member = isRecord(value) ? value[name] : undefined
  return isRecord(member) ? member : {}
}

/** A member of an object, as text; null if it is not text. */
export function textAt(value: unknown, name: string): string | null {
  const member = isRecord(value) ? value[name] : undefined
  return typeof member === 'string' ? member : null
}
