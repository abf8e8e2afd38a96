import { readFileSync, statSync, writeFileSync } from 'node:fs'

import { strToU8, unzipSync, zipSync } from 'fflate'

import type { Secrets } from './secrets.ts'

/** Content types that are text. */
const isText = /^text\/|json|xml/

/** Removes the secrets from one file that a test left: a text, or a trace, which is an archive of texts. */
export function redactFile(path: string, contentType: string, secrets: Secrets): void {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return
  if (contentType === 'application/zip') redactArchive(path, secrets)
  else if (isText.test(contentType)) writeFileSync(path, secrets.redact(readFileSync(path, 'utf8')))
}

function redactArchive(path: string, secrets: Secrets): void {
  const entries = Object.entries(unzipSync(readFileSync(path)))
  const redacted = entries.map(([name, bytes]) => [name, redactEntry(bytes, secrets)] as const)
  writeFileSync(path, zipSync(Object.fromEntries(redacted), { level: 6 }))
}

/**
 * The name of an entry does not always say whether it is text, so anything that is not valid UTF-8 counts as
 * binary.
 */
function redactEntry(bytes: Uint8Array, secrets: Secrets): Uint8Array {
  const text = textOf(bytes)
  if (text === null) return bytes
  const redacted = secrets.redact(text)
  return redacted === text ? bytes : strToU8(redacted)
}

function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    // Not UTF-8.
    return null
  }
}
