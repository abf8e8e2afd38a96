import type { ComparisonId } from '../../../shared/ids'
import { failure } from '../../../shared/failures/failure'
import type { Message } from '../../../shared/sessions/messages'
import type { Comparison, ComparisonSummary, SearchHit, Session } from '../../../shared/sessions/sessions'
import { hiddenPane, hiddenSession } from './hidden-parts'

/** What may be seen of hidden comparisons. */
export interface HiddenView {
  /** The hidden comparisons by their own ids and those of their panes and sessions. */
  ids: ReadonlyMap<string, ComparisonId>
  /** When the comparison's answers began to be held; null if they are not. */
  heldSince: (comparisonId: ComparisonId) => number | null
  /** Null for an answer that is held. */
  showMessage: (message: Message, comparisonId: ComparisonId) => Message | null
}

type Fields = Readonly<Record<string, unknown>>

/** Replaces a value that must be hidden completely. */
const gone = Symbol('gone')

const idFields = ['id', 'sessionId', 'comparisonId', 'paneId'] as const
/** An object with only these fields reveals only that something exists. */
const harmlessFields: ReadonlySet<string> = new Set([...idFields, 'messageId', 'type', 'kind', 'host'])

/**
 * A copy of what main is about to send, without what would identify a hidden contestant. Objects are recognised by the
 * ids in them; those of unknown shape are removed from lists.
 * @throws INVALID_INPUT the object to remove is not in a list, so nothing is left to send
 */
export function hideIn(value: unknown, view: HiddenView): unknown {
  const shown = hide(value, view)
  if (shown === gone) throw contestantsHidden()
  return shown
}

/** The error of a request that would reveal a contestant. */
export function contestantsHidden() {
  return failure('INVALID_INPUT', 'contestants-hidden')
}

function hide(value: unknown, view: HiddenView): unknown {
  if (Array.isArray(value)) {
    return value.flatMap((item) => {
      const shown = hide(item, view)
      return shown === gone ? [] : [shown]
    })
  }
  if (!isPlainObject(value)) return value
  const owner = ownerOf(value, view)
  if (owner !== null) return hideOwned(value, owner, view)
  // A message of another session contains nothing about a pane, and may be large.
  if ('parts' in value && 'role' in value) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => {
      const shown = hide(field, view)
      if (shown === gone) throw contestantsHidden()
      return [key, shown]
    }),
  )
}

function hideOwned(value: Fields, owner: ComparisonId, view: HiddenView): unknown {
  if ('parts' in value) return view.showMessage(value as unknown as Message, owner) ?? gone
  if ('panes' in value) return hideComparison(value as unknown as Comparison, view)
  if ('paneCount' in value) return hideSummary(value as unknown as ComparisonSummary, view)
  if (value['kind'] === 'pane' && 'params' in value) return hiddenSession(value as unknown as Session)
  if (value['field'] === 'title') return hideTitleHit(value as unknown as SearchHit)
  return Object.keys(value).every((key) => harmlessFields.has(key)) ? value : gone
}

function hideComparison(comparison: Comparison, view: HiddenView) {
  const { id, title, panes, isBlind, revealedAt, projectId, createdAt, updatedAt } = comparison
  return {
    id,
    title,
    panes: panes.map(hiddenPane),
    isBlind,
    revealedAt,
    ...(projectId === undefined ? {} : { projectId }),
    createdAt,
    updatedAt: view.heldSince(id) ?? updatedAt,
  }
}

/** Each answer that ends changes the comparison; until all have, that must not be seen. */
function hideSummary(summary: ComparisonSummary, view: HiddenView): ComparisonSummary {
  const heldSince = view.heldSince(summary.id)
  return heldSince === null ? summary : { ...summary, running: true, updatedAt: heldSince }
}

function hideTitleHit(hit: SearchHit): SearchHit {
  return { ...hit, model: null, messageId: null }
}

function ownerOf(value: Fields, { ids }: HiddenView): ComparisonId | null {
  for (const field of idFields) {
    const id = value[field]
    const owner = typeof id === 'string' ? ids.get(id) : undefined
    if (owner !== undefined) return owner
  }
  return null
}

function isPlainObject(value: unknown): value is Fields {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
