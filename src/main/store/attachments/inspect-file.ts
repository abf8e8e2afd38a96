import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'

import { failure } from '../../../shared/failures/failure'
import { attachmentLimits, pdfMediaType, textMediaType } from '../../../shared/sessions/attachments'
import { syncFile } from '../../base/files/synced-files'
import { storeError } from '../database/store-errors'
import { inspectImage, inspectSound } from './inspect-media'
import { readPdf } from './pdf-text'
import { textOf } from '../../base/files/text-encoding'
import { sha256 } from '../../base/sha256'

/** The result of inspecting a file. */
export interface InspectedFile {
  /** SHA-256 of the stored bytes, in hex. */
  hash: string
  mediaType: string
  sizeBytes: number
  width: number | null
  height: number | null
  pageCount: number | null
  /** The text of a PDF, in a separate file. */
  textPath: string | null
}

/** A PDF starts with this, possibly after a few other bytes. */
const pdfMark = '%PDF-'
const pdfMarkWithin = 1_024

/**
 * Determines the type of a file from its bytes alone and rewrites it as it will be stored: photos lose their metadata.
 * @throws INVALID_INPUT its type is not supported; STORE_FULL
 */
export async function inspectFile(path: string, signal: AbortSignal): Promise<InspectedFile> {
  const bytes = readFileSync(path)
  if (bytes.length === 0) throw failure('INVALID_INPUT', 'empty', { field: 'uploadId' })
  const image = inspectImage(bytes)
  if (image !== null) {
    const { bytes: kept, ...facts } = image
    return { ...keep(path, bytes, kept), ...facts, pageCount: null, textPath: null }
  }
  const none = { width: null, height: null, pageCount: null, textPath: null }
  if (bytes.subarray(0, pdfMarkWithin).includes(pdfMark)) {
    // Stored first, because the library takes ownership of the bytes.
    const kept = keep(path, bytes, bytes)
    const { pageCount, text } = await readPdf(new Uint8Array(bytes), signal)
    const textPath = `${path}.txt`
    write(textPath, Buffer.from(text, 'utf8'))
    return { ...kept, ...none, mediaType: pdfMediaType, pageCount, textPath }
  }
  const text = textOf(bytes)
  const sound = text === null ? inspectSound(bytes) : null
  if (sound !== null) return { ...keep(path, bytes, bytes), ...none, mediaType: sound.mediaType }
  if (text === null) {
    throw failure('INVALID_INPUT', 'unknown-kind', { field: 'uploadId' })
  }
  if (text.length > attachmentLimits.textChars) {
    throw failure('INVALID_INPUT', 'long-text', {
      field: 'uploadId',
      max: attachmentLimits.textChars,
      chars: text.length,
    })
  }
  return { ...keep(path, bytes, bytes), ...none, mediaType: textMediaType }
}

/** Makes `path` contain the bytes to store, flushes it, and returns their hash and size. */
function keep(path: string, given: Buffer, kept: Buffer): { hash: string; sizeBytes: number } {
  if (kept !== given) write(path, kept)
  else syncFile(path)
  return { hash: sha256(kept), sizeBytes: kept.length }
}

function write(path: string, bytes: Buffer): void {
  try {
    const file = openSync(path, 'w', 0o600)
    try {
      for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
  } catch (error) {
    throw storeError(error)
  }
}
