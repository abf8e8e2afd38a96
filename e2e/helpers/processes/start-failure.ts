import type { ErrorData } from '../../../src/shared/errors.ts'
import { commandOf, holderOfPort } from './holder.ts'

/**
 * Explains why a host could not start, from the JSON in the last line of its standard error. Names the
 * program that holds the port or the data folder.
 */
export function explainStartFailure(stderr: string): string {
  const error = lastErrorOf(stderr)
  if (error === null) return stderr.trim() || '(no output)'
  return [`${error.code}: ${error.message}`, ...holdersOf(error)].join('\n')
}

function holdersOf({ code, data }: ErrorData): string[] {
  const port = data?.['port']
  if (typeof port === 'number') {
    const holder = holderOfPort(port)
    return [
      holder === null
        ? `The process that holds port ${port} could not be determined.`
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
      // Another kind of line, such as a warning from Node.
    }
  }
  return null
}
