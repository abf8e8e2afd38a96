import { createStore } from 'zustand/vanilla'

import type { ErrorData } from '../../../shared/errors'
import type { AttachmentPart } from '../../../shared/sessions/messages'
import { wireLimits } from '../../../shared/rpc/definitions/limits'
import type { Environment, TextStorage } from '../../browser/environment'
import { errorDataOf } from '../../errors/error-data'
import type { PreparedFile } from './prepare-image'
import { type PickedFile, sizeRefusal, uploadFile } from './upload-file'
import { failureData } from '../../errors/failure'
import type { AttachmentId } from '../../../shared/ids'

/** Simultaneous uploads. */
const uploadsAtOnce = 2

/** Prepares a file for upload, as at most `room` files. */
type PrepareFile = (file: File, room: number) => Promise<PreparedFile>

interface Upload {
  key: string
  file: PickedFile
  note: string | null
  signal: AbortSignal
}

/** Separates a composer from the number of a message that is being sent from it. */
const sendingMark = ' sending '

function placeBeforeSending(place: string): string | null {
  const [from, number] = place.split(sendingMark)
  return from === undefined || number === undefined ? null : from
}

/** The attachments of drafts, by composer; uploaded ones survive a reload. */
export class DraftAttachments {
  readonly store = createStore<{ byPlace: Readonly<Record<string, readonly DraftAttachment[]>> }>(() => ({
    byPlace: {},
  }))
  readonly #environment: Pick<Environment, 'api' | 'storage'>
  readonly #prepare: PrepareFile
  readonly #uploads = new Map<string, AbortController>()
  readonly #waiting: (() => Promise<void>)[] = []
  #underWay = 0
  #turn: Promise<void> = Promise.resolve()
  #lastKey = 0

  constructor(environment: Pick<Environment, 'api' | 'storage'>, prepare: PrepareFile) {
    this.#environment = environment
    this.#prepare = prepare
    const saved = Object.entries(readSavedParts(environment.storage))
    this.store.setState({
      byPlace: Object.fromEntries(
        saved.map(([place, parts]) => [place, parts.map((part) => this.#ready(part))]),
      ),
    })
    // The last page did not learn whether these were sent.
    for (const [place] of saved) {
      const from = placeBeforeSending(place)
      if (from !== null) this.move(place, from)
    }
  }

  of(place: string): readonly DraftAttachment[] {
    return this.store.getState().byPlace[place] ?? noAttachments
  }

  /** Attaches these files and returns their keys. */
  add(place: string, files: readonly File[]): string[] {
    return files.map((file) => {
      this.#lastKey += 1
      const key = `file-${this.#lastKey}`
      const { name, size: sizeBytes } = file
      const refusal = this.#refusalOf(place, file)
      if (refusal !== null) {
        this.#set(place, [...this.of(place), { key, name, sizeBytes, state: 'failed', error: refusal }])
        return key
      }
      this.#set(place, [...this.of(place), { key, name, sizeBytes, state: 'uploading', sentBytes: 0 }])
      const controller = new AbortController()
      this.#uploads.set(key, controller)
      this.#waiting.push(() => this.#upload(key, file, controller.signal))
      this.#next()
      return key
    })
  }

  /** Waits until no upload of the composer is in progress and returns its attachments. */
  whenSettled(place: string): Promise<readonly DraftAttachment[]> {
    const isSettled = () => this.of(place).every(({ state }) => state !== 'uploading')
    if (isSettled()) return Promise.resolve(this.of(place))
    return new Promise((resolve) => {
      const stop = this.store.subscribe(() => {
        if (!isSettled()) return
        stop()
        resolve(this.of(place))
      })
    })
  }

  /** Removes an attachment and cancels its upload. */
  remove(place: string, key: string): void {
    this.#uploads.get(key)?.abort(new Error('the attachment was removed'))
    this.#uploads.delete(key)
    this.#set(
      place,
      this.of(place).filter((attachment) => attachment.key !== key),
    )
  }

  /** Takes all attachments out of the composer, to send them; returns the place where they are until they are sent. */
  take(place: string): string {
    this.#lastKey += 1
    const sendingPlace = `${place}${sendingMark}${this.#lastKey}`
    this.move(place, sendingPlace)
    return sendingPlace
  }

  /** Moves all attachments of a place before those of another one. Uploads continue. */
  move(from: string, to: string): void {
    const moved = this.of(from)
    if (moved.length === 0) return
    this.#set(to, [...moved, ...this.of(to)])
    this.#set(from, [])
  }

  /** Removes all attachments of a place. */
  clear(place: string): void {
    if (this.of(place).length > 0) this.#set(place, [])
  }

  /** Puts these back before the current ones. */
  restore(place: string, parts: readonly AttachmentPart[]): void {
    if (parts.length === 0) return
    const given = new Set(parts.map(({ attachmentId }) => attachmentId))
    const others = this.of(place).filter((one) => one.state !== 'ready' || !given.has(one.part.attachmentId))
    this.#set(place, [...parts.map((part) => this.#ready(part)), ...others])
  }

  #refusalOf(place: string, file: File): ErrorData | null {
    const refusal = sizeRefusal(file)
    if (refusal !== null) return refusal
    return this.#roomAt(place) > 0 ? null : tooManyAttachments()
  }

  #roomAt(place: string): number {
    return wireLimits.attachments - this.of(place).filter(({ state }) => state !== 'failed').length
  }

  #next(): void {
    if (this.#underWay >= uploadsAtOnce) return
    const upload = this.#waiting.shift()
    if (upload === undefined) return
    this.#underWay += 1
    void upload().finally(() => {
      this.#underWay -= 1
      this.#next()
    })
  }

  async #upload(key: string, given: File, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return
    try {
      const { file, note, rest } = await this.#inTurn(async () => {
        const { files, note: change } = await this.#prepare(given, this.#roomAt(this.#placeOf(key)) + 1)
        const [first = given, ...others] = signal.aborted ? [] : files
        return { file: first, note: change, rest: this.#addPieces(key, others) }
      })
      if (signal.aborted) return
      await this.#uploadFile({ key, file, note, signal })
      for (const piece of rest) await this.#uploadPiece({ ...piece, note })
    } catch (error) {
      if (!signal.aborted) this.#failed(key, given, error)
    } finally {
      this.#uploads.delete(key)
    }
  }

  /** One file at a time is prepared, so that none takes the room that another has already taken. */
  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#turn.then(work)
    this.#turn = result.then(
      () => undefined,
      () => undefined,
    )
    return result
  }

  /** Adds the further pieces of an image right after its first one. */
  #addPieces(key: string, files: readonly PickedFile[]): Omit<Upload, 'note'>[] {
    const pieces = files.map((file) => {
      this.#lastKey += 1
      const controller = new AbortController()
      const pieceKey = `file-${this.#lastKey}`
      this.#uploads.set(pieceKey, controller)
      return { key: pieceKey, file, signal: controller.signal }
    })
    const added = pieces.map(({ key: pieceKey, file: { name, size: sizeBytes } }): DraftAttachment => ({
      key: pieceKey,
      name,
      sizeBytes,
      state: 'uploading',
      sentBytes: 0,
    }))
    const place = this.#placeOf(key)
    this.#set(
      place,
      this.of(place).flatMap((one) => (one.key === key ? [one, ...added] : [one])),
    )
    return pieces
  }

  async #uploadPiece(piece: Upload): Promise<void> {
    const { key, file, signal } = piece
    try {
      if (!signal.aborted) await this.#uploadFile(piece)
    } catch (error) {
      if (!signal.aborted) this.#failed(key, file, error)
    } finally {
      this.#uploads.delete(key)
    }
  }

  async #uploadFile({ key, file, note, signal }: Upload): Promise<void> {
    const part = await uploadFile(this.#environment.api, file, {
      signal,
      onProgress: (sentBytes) => this.#change(key, (one) => ({ ...one, state: 'uploading', sentBytes })),
    })
    this.#change(key, () => ({ ...this.#ready(part), key, note }))
  }

  #failed(key: string, { name, size: sizeBytes }: PickedFile, error: unknown): void {
    this.#change(key, () => ({ key, name, sizeBytes, state: 'failed', error: errorDataOf(error) }))
  }

  #ready(part: AttachmentPart): Extract<DraftAttachment, { state: 'ready' }> {
    this.#lastKey += 1
    const { name, sizeBytes } = part
    return { key: `file-${this.#lastKey}`, name, sizeBytes, state: 'ready', part, note: null }
  }

  /** The current place of an attachment, which may have been moved since it was added. */
  #placeOf(key: string): string {
    const places = Object.entries(this.store.getState().byPlace)
    return places.find(([, attachments]) => attachments.some((one) => one.key === key))?.[0] ?? ''
  }

  #change(key: string, change: (one: DraftAttachment) => DraftAttachment): void {
    const place = this.#placeOf(key)
    if (place === '') return
    this.#set(
      place,
      this.of(place).map((one) => (one.key === key ? change(one) : one)),
    )
  }

  #set(place: string, attachments: readonly DraftAttachment[]): void {
    const { [place]: _former, ...others } = this.store.getState().byPlace
    this.store.setState({ byPlace: attachments.length === 0 ? others : { ...others, [place]: attachments } })
    saveParts(this.#environment.storage, place, attachments)
  }
}

const storageKey = 'parley.draft-attachments'

/** The attachments of drafts from the browser's storage. */
function readSavedParts(storage: TextStorage): Record<string, AttachmentPart[]> {
  try {
    const saved: unknown = JSON.parse(storage.getItem(storageKey) ?? '{}')
    if (typeof saved !== 'object' || saved === null) return {}
    return Object.fromEntries(
      Object.entries(saved).map(([place, parts]) => [
        place,
        Array.isArray(parts) ? parts.filter((part) => isAttachmentPart(part)) : [],
      ]),
    )
  } catch {
    // Another program damaged the storage; the user has to attach the files again.
    return {}
  }
}

/** Saves the uploaded attachments of one composer. Other windows may have saved those of others. */
function saveParts(storage: TextStorage, place: string, attachments: readonly DraftAttachment[]): void {
  const parts = readyParts(attachments)
  const { [place]: _former, ...others } = readSavedParts(storage)
  const saved = parts.length === 0 ? others : { ...others, [place]: parts }
  if (Object.keys(saved).length === 0) storage.removeItem(storageKey)
  else storage.setItem(storageKey, JSON.stringify(saved))
}

/** True if a value from the browser's storage describes a file as this version stores it. */
function isAttachmentPart(value: unknown): value is AttachmentPart {
  if (typeof value !== 'object' || value === null) return false
  const { type, attachmentId, name, mediaType, sizeBytes } = value as Record<string, unknown>
  return (
    type === 'attachment' &&
    typeof attachmentId === 'string' &&
    typeof name === 'string' &&
    typeof mediaType === 'string' &&
    typeof sizeBytes === 'number'
  )
}

/** A file attached to a draft. */
export type DraftAttachment = { key: string; name: string; sizeBytes: number } & (
  | { state: 'uploading'; sentBytes: number }
  | { state: 'failed'; error: ErrorData }
  /** `note` says how the file was changed before the upload; null if it was not. */
  | { state: 'ready'; part: AttachmentPart; note: string | null }
)

/** One list for all drafts without files, so that nothing is drawn again for them. */
export const noAttachments: readonly DraftAttachment[] = []

/** The attachments that are ready to send. */
export function readyParts(attachments: readonly DraftAttachment[]): AttachmentPart[] {
  return attachments.flatMap((attachment) => (attachment.state === 'ready' ? [attachment.part] : []))
}

/** Why a message with these cannot be sent; null when it can. */
export function attachmentsRefusal(attachments: readonly DraftAttachment[]): ErrorData | null {
  const failed = attachments.find(({ state }) => state === 'failed')
  if (failed === undefined) return null
  return failureData('INVALID_INPUT', 'attachment-failed', { name: failed.name })
}

/** The error for too many attachments. */
export function tooManyAttachments(): ErrorData {
  return failureData('INVALID_INPUT', 'attachments-too-many', { max: wireLimits.attachments })
}

/** Attachment ids in the form that routes take. */
export function attachmentIds(parts: readonly AttachmentPart[]): { attachments?: AttachmentId[] } {
  // Ids of imported parts may be unknown to main, which then refuses them.
  return parts.length === 0
    ? {}
    : { attachments: parts.map(({ attachmentId }) => attachmentId as AttachmentId) }
}
