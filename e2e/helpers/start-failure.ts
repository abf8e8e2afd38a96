import type { ErrorData } from '../../src/shared/errors.ts'
import { commandOf, holderOfPort } from './holder.ts'

/**
 * What a host that could not start said of it, in words: its last line on standard error is JSON. Who holds the port
 * or the data folder that it wanted is named.
 */
export function explainStartFailure(stderr: string): string {
  const error = lastErrorOf(stderr)
  if (error === null) return stderr.trim() || '(it said nothing)'
  return [`${error.code}: ${error.message}`, ...holdersOf(error)].join('\n')
}

function holdersOf({ code, data }: ErrorData): string[] {
  const port = data?.['port']
  if (typeof port === 'number') {
    const holder = holderOfPort(port)
    return [
      holder === null
        ? `Who holds port ${port} cannot be seen from here.`
        : `Port ${port} is held by process ${holder.pid}: ${holder.command}`,
    ]
  }
  const pid = data?.['pid']
  if (code === 'DATA_FOLDER_IN_USE' && typeof pid === 'number') {
    return [`The data folder is held by process ${pid}: ${commandOf(pid)}`]
  }
  const stack = data?.['stack']
  return typeof stack === 'string' ? [stack] : []
}

function lastErrorOf(stderr: string): ErrorData | null {
  for (const line of stderr.trim().split('\n').toReversed()) {
    try {
      const parsed = JSON.parse(line) as { error?: ErrorData }
      if (parsed.error !== undefined) return parsed.error
    } catch {
      // A line of another kind, such as a warning of Node's.
    }
  }
  return null
}
