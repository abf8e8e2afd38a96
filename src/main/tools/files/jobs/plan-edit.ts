import { isUtf8 } from 'node:buffer'

import { ParleyError } from '../../../../shared/errors'
import type { FileChange } from '../../../../shared/agents/agents'
import { utf8Bytes } from '../../../../shared/text/utf8'
import { startsPrograms } from '../../../auto-run-files/auto-run-files'
import { fileChange } from '../../../base/files/file-change'
import { sha256 } from '../../../base/sha256'
import { toolRefusal } from '../../tool-refusal'
import { fileRefusal, shown } from '../places/file-failure'
import { type FolderPlace, rootOf } from '../places/held-folder'
import { readFileOf } from '../places/open-file'

/** A requested edit of a file: new content, or a replacement for some of its text. */
export type RequestedEdit = { content: string } | { oldText: string; newText: string; replacesAll: boolean }

/** A change of one file that has been worked out, but not made. */
export interface EditPlan {
  /** The chosen folder without links. */
  root: string
  names: readonly string[]
  /** Null if the file does not exist. */
  before: string | null
  beforeHash: string | null
  after: string
  afterHash: string
  change: FileChange
  /** Programs may run the file, or what it says, without asking. */
  startsPrograms: boolean
}

/** The largest file that is edited: its content is kept for the undo. */
export const maxEditBytes = 1024 * 1024

const byteOrderMark = '\ufeff'

/** Works out an edit without changing anything. @throws NOT_FOUND, INVALID_INPUT */
export function planEdit({
  place,
  names,
  edit,
}: {
  place: FolderPlace
  names: readonly string[]
  edit: RequestedEdit
}): EditPlan {
  const root = rootOf(place.root)
  const before = currentText(place, names, { mayBeMissing: 'content' in edit })
  const after = 'content' in edit ? inStyleOf(before, edit.content) : replaced(before ?? '', edit, names)
  if (after === before) throw toolRefusal(`The edit would not change ${shown(names)}.`)
  if (utf8Bytes(after) > maxEditBytes) throw fileRefusal('large', names)
  // In this thread, a comparison blocks nothing.
  const change = fileChange({ path: names.join('/'), before, after }, root, 2 * maxEditBytes)
  if (change.patch === undefined) {
    throw toolRefusal('The difference is too large to be shown. Make several smaller edits.')
  }
  return {
    root,
    names,
    before,
    beforeHash: before === null ? null : sha256(before),
    after,
    afterHash: sha256(after),
    change,
    startsPrograms: startsPrograms(names.join('/'), root, place.root),
  }
}

function currentText(
  place: FolderPlace,
  names: readonly string[],
  { mayBeMissing }: { mayBeMissing: boolean },
): string | null {
  let bytes: Uint8Array
  try {
    bytes = readFileOf(place, names, maxEditBytes).bytes
  } catch (error) {
    const isMissing =
      error instanceof ParleyError && error.code === 'NOT_FOUND' && error.data?.['isRoot'] === undefined
    if (isMissing && mayBeMissing) return null
    throw error
  }
  const text = exactText(bytes)
  if (text === null) throw fileRefusal('not-text', names)
  return text
}

/** New content with the byte order mark and the line ends that the file has. */
function inStyleOf(before: string | null, content: string): string {
  if (before === null) return content
  const ended = hasOnlyCrLf(before) && !content.includes('\r') ? content.replaceAll('\n', '\r\n') : content
  return before.startsWith(byteOrderMark) && !ended.startsWith(byteOrderMark) ? byteOrderMark + ended : ended
}

function replaced(
  before: string,
  { oldText, newText, replacesAll }: Extract<RequestedEdit, { oldText: string }>,
  names: readonly string[],
): string {
  // Models do not see how lines end.
  const [wanted, given] =
    before.includes(oldText) || !before.includes('\r\n')
      ? [oldText, newText]
      : [withCrLf(oldText), withCrLf(newText)]
  const pieces = before.split(wanted)
  if (pieces.length === 1) {
    throw toolRefusal(`${shown(names)} does not contain oldText. Read the file, and copy the text exactly.`)
  }
  if (pieces.length > 2 && !replacesAll) {
    throw toolRefusal(
      `oldText occurs ${pieces.length - 1} times in ${shown(names)}. Include more of what is around it, or set replaceAll.`,
    )
  }
  return pieces.join(given)
}

function withCrLf(text: string): string {
  return text.replaceAll(/\r?\n/g, '\r\n')
}

function hasOnlyCrLf(text: string): boolean {
  return text.includes('\r\n') && !/(?<!\r)\n/.test(text)
}

/** The text of a file in UTF-8, from which exactly its bytes can be written again; null for any other file. */
function exactText(bytes: Uint8Array): string | null {
  if (!isUtf8(bytes) || bytes.includes(0)) return null
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
}
