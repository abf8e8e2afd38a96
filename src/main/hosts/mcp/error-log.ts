import type { Log, LogFields } from '../../base/log'
import { redactText, redactValue } from '../../base/redaction'

/** A log of errors only, on standard error. The log file belongs to the app. */
export function openErrorLog(): Log {
  const log: Log = { debug: () => {}, info: () => {}, warn: write, error: write, child: () => log }
  return log
}

function write(message: string, fields: LogFields = {}): void {
  const entry = { message: redactText(message), ...(redactValue(fields) as LogFields) }
  process.stderr.write(`${JSON.stringify(entry)}\n`)
}
