import type { SessionId } from '../../../shared/ids'
import type { FormPart, MessageRole, Part } from '../../../shared/sessions/messages'
import type { ReadableDatabase } from '../database/database'
import { fromJson, toJson } from '../database/stored-json'

/** The stored state of a form in one session. */
export interface StoredForm {
  /** The last occurrence of the form, on the path if there is one; null when no answer of the session contains it. */
  form: FormPart | null
  /** The values of the form are on the path, and it was not shown again after them. */
  isSubmitted: boolean
}

/** Must match the condition of the index `messages_with_forms` exactly. */
const hasSomeForm = `instr(parts, '"type":"form"') > 0`

interface FormRow {
  role: MessageRole
  parts: string
}

/**
 * The messages of the session that contain the form. Searches the text first, which is much faster than parsing its
 * JSON.
 */
const withForm = `session_id = :sessionId AND ${hasSomeForm} AND instr(parts, :needle) > 0 AND EXISTS (
      SELECT 1 FROM json_each(iif(json_valid(parts), parts, '[]')) WHERE value ->> 'type' = 'form' AND value ->> 'formId' = :formId
    )`

/** Finds forms in messages: those in answers, and the hidden messages that fill them in. */
export class FormMessages {
  readonly #any
  readonly #lastOnPath
  readonly #lastInTree

  constructor(database: ReadableDatabase) {
    this.#any = database.query<{ number: number }>(`SELECT number FROM messages WHERE ${withForm} LIMIT 1`)
    // Walks up from the leaf and stops at the first match: a form is usually near the end.
    this.#lastOnPath = database.query<FormRow>(`
      WITH RECURSIVE path (number, above) AS (
        SELECT number, parent_id FROM messages WHERE id = (SELECT leaf_id FROM sessions WHERE id = :sessionId)
        UNION ALL
        SELECT messages.number, messages.parent_id FROM path JOIN messages ON messages.id = path.above
      )
      SELECT role, parts FROM path CROSS JOIN messages USING (number)
      WHERE number IN (SELECT number FROM messages WHERE ${withForm}) LIMIT 1`)
    this.#lastInTree = database.query<FormRow>(`
      SELECT role, parts FROM messages WHERE ${withForm} AND role <> 'user' ORDER BY number DESC LIMIT 1`)
  }

  /** Searches the path first, then the session's whole tree. */
  find(sessionId: SessionId, formId: string): StoredForm {
    const asked = { sessionId, formId, needle: `"formId":${toJson(formId)}` }
    if (this.#any.get(asked) === undefined) return { form: null, isSubmitted: false }
    const onPath = this.#lastOnPath.get(asked)
    const shown = onPath === undefined ? null : formIn(fromJson<Part[]>(onPath.parts), formId)
    if (shown?.values !== undefined) return { form: shown, isSubmitted: true }
    if (shown !== null && onPath?.role !== 'user') return { form: shown, isSubmitted: false }
    const latest = this.#lastInTree.get(asked)
    const form = latest === undefined ? null : formIn(fromJson<Part[]>(latest.parts), formId)
    return { form, isSubmitted: false }
  }
}

/** The form with that id among some parts. */
export function formIn(parts: readonly Part[], formId: string): FormPart | null {
  return parts.findLast((part): part is FormPart => part.type === 'form' && part.formId === formId) ?? null
}
