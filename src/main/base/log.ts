import { closeSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'

import type { Clock } from './clock'
import { systemClock } from './clock'
import { redactText, redactValue } from './redaction/redaction'

const levels = ['debug', 'info', 'warn', 'error'] as const

export type LogLevel = (typeof levels)[number]
/** The details of an event. Secrets in them are replaced before anything is written. */
export type LogFields = Record<string, unknown>

/** Writes events as one JSON object per line. Never throws, and never writes a secret. */
export interface Log {
  debug(message: string, fields?: LogFields): void
  info(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
  error(message: string, fields?: LogFields): void
  /** A log that adds `fields` to every line. */
  child(fields: LogFields): Log
}

/** The log on disk. Its owner closes it; lines written after that are dropped. */
export interface LogFile extends Log {
  close(): void
}

/**
 * Opens `logs/parley.log` under `dataFolder`. At `maxBytes` the file replaces `parley.old.log`. Writes are synchronous,
 * so the last lines before a crash are kept; a full disk costs lines, never the app.
 */
export function openLog(
  dataFolder: string,
  options: { level?: LogLevel; maxBytes?: number; clock?: Clock } = {},
): LogFile {
  const { level = 'info', maxBytes = 5 * 1024 * 1024, clock = systemClock } = options
  const folder = join(dataFolder, 'logs')
  const path = join(folder, 'parley.log')
  let file: { descriptor: number; sizeBytes: number } | null = null
  let isClosed = false
  let lostLines = 0

  function open(): { descriptor: number; sizeBytes: number } {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const descriptor = openSync(path, 'a', 0o600)
    return { descriptor, sizeBytes: fstatSync(descriptor).size }
  }

  function rotate(current: { descriptor: number }): void {
    file = null
    closeSync(current.descriptor)
    renameSync(path, join(folder, 'parley.old.log'))
  }

  function write(line: Buffer): void {
    if (file !== null && file.sizeBytes > 0 && file.sizeBytes + line.length > maxBytes) rotate(file)
    file ??= open()
    writeSync(file.descriptor, line)
    file.sizeBytes += line.length
  }

  function record(at: LogLevel, base: LogFields, message: string, fields: LogFields | undefined): void {
    if (isClosed || levels.indexOf(at) < levels.indexOf(level)) return
    try {
      const entry = {
        at: new Date(clock.now()).toISOString(),
        level: at,
        message: redactText(message),
        ...(lostLines === 0 ? {} : { lostLines }),
        ...(redactValue({ ...base, ...fields }) as LogFields),
      }
      write(Buffer.from(`${JSON.stringify(entry)}\n`))
      lostLines = 0
    } catch {
      // A log that cannot be written must not crash the app; the next line that is written says how many were lost.
      lostLines += 1
    }
  }

  function logWith(base: LogFields): Log {
    return {
      debug: (message, fields) => record('debug', base, message, fields),
      info: (message, fields) => record('info', base, message, fields),
      warn: (message, fields) => record('warn', base, message, fields),
      error: (message, fields) => record('error', base, message, fields),
      child: (fields) => logWith({ ...base, ...fields }),
    }
  }

  return {
    ...logWith({}),
    close() {
      isClosed = true
      if (file !== null) closeSync(file.descriptor)
      file = null
    },
  }
}
