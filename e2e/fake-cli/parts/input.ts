import { createInterface } from 'node:readline'

/** Standard input to its end. */
export async function readAll(): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

/** Each line of standard input as JSON; what is none is passed over, as the agents do. */
export function onJsonLines(does: (message: Record<string, unknown>) => void, atEnd: () => void): void {
  const lines = createInterface({ input: process.stdin })
  lines.on('line', (line) => {
    const message = parse(line)
    if (message !== null) does(message)
  })
  lines.on('close', atEnd)
}

function parse(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line)
    return isRecord(value) ? value : null
  } catch {
    return null
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
