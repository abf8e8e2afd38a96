import { createStore } from 'zustand/vanilla'

import type { ComparisonId, MessageId, ProjectId, SessionId, SetId, SetRunId } from '../../../shared/ids'
import type { FoundWords } from '../search/found-words'
import type { DeepLink } from '../../../shared/app/deep-link'
import { assertNever } from '../../../shared/invariant'
import { newChatDraft } from '../drafts/draft-places'
import type { ActionId } from '../actions/action-catalogue'

/**
 * The main view. A null id is a new chat or comparison that does not exist yet. `messageId` is the message at which a
 * chat or pane opens, on whatever branch; `found` is what a search found in it. `isTemporary`: the chat is not stored,
 * so the window saves nothing about it either.
 */
export type View =
  | {
      kind: 'chat'
      sessionId: SessionId | null
      isTemporary?: true | undefined
      messageId?: MessageId | undefined
      found?: FoundWords | undefined
    }
  | {
      kind: 'compare'
      comparisonId: ComparisonId | null
      pane?: PaneMessage | undefined
      found?: FoundWords | undefined
    }
  | SetsView
  | { kind: 'ranking' }
  | { kind: 'which-model' }

/** All prompt sets, one of them, a run of it, or the answers to a prompt of the run, by its index. */
export interface SetsView {
  kind: 'sets'
  setId: SetId | null
  runId?: SetRunId | undefined
  prompt?: number | undefined
  /** Of a prompt that was asked several times; the first by default. */
  repeat?: number | undefined
}

/** The pages beside chats and comparisons, each with the action that opens it, in display order. */
export const places = [
  { action: 'promptSets', view: { kind: 'sets', setId: null } },
  { action: 'ranking', view: { kind: 'ranking' } },
  { action: 'whichModel', view: { kind: 'which-model' } },
] as const satisfies readonly { action: ActionId; view: View }[]

/** A message of a pane, identified by the pane's session. */
interface PaneMessage {
  sessionId: SessionId
  messageId: MessageId
}

/** The sections of Settings. */
export const settingsSections = [
  'providers',
  'models',
  'agents',
  'tools',
  'general',
  'appearance',
  'data',
  'sync',
  'shortcuts',
] as const
export type SettingsSection = (typeof settingsSections)[number]

/** The view for a location hash; a new chat when it names none. */
export function viewOfHash(hash: string): View {
  const [kind, id, ...rest] = hash.replace(/^#\/?/, '').split('/')
  const known = id === undefined || id === 'new' ? null : decoded(id)
  const named = known === null ? [] : rest.map((part) => decoded(part))
  if (kind === 'compare') {
    const [sessionId = null, paneMessage = null] = named as [SessionId | null, MessageId | null] | []
    const isNamed = sessionId !== null && paneMessage !== null
    return {
      kind,
      comparisonId: known as ComparisonId | null,
      pane: isNamed ? { sessionId, messageId: paneMessage } : undefined,
    }
  }
  if (kind === 'ranking' || kind === 'which-model') return { kind }
  if (kind === 'sets') {
    const [runId = null, prompt, repeat] = named as [SetRunId | null, ...string[]] | []
    return {
      kind,
      setId: known as SetId | null,
      runId: runId ?? undefined,
      prompt: runId === null ? undefined : indexOf(prompt),
      repeat: indexOf(repeat),
    }
  }
  const [messageId = null] = named as [MessageId | null] | []
  return {
    kind: 'chat',
    sessionId: known as SessionId | null,
    isTemporary: kind === 'temporary' ? true : undefined,
    messageId: messageId ?? undefined,
  }
}

/** The index for a number of an address, which counts from 1. */
function indexOf(written: string | null | undefined): number | undefined {
  return /^[1-9]\d{0,6}$/.test(written ?? '') ? Number(written) - 1 : undefined
}

/** Null for an invalid id, for example in a truncated address. */
function decoded(id: string): string | null {
  try {
    return decodeURIComponent(id) || null
  } catch {
    // Malformed percent-encoding: a new view is better than none.
    return null
  }
}

/** The fragment of a view's address, such as `#/chat/ID`. */
export function hashOfView(view: View): string {
  const kind = isTemporaryView(view) ? 'temporary' : view.kind
  const parts = isNewView(view) ? ['new'] : idsOfView(view).filter((id) => id != null)
  return ['#', kind, ...parts.map((part) => encodeURIComponent(part))].join('/')
}

function idsOfView(view: View): readonly (string | null | undefined)[] {
  switch (view.kind) {
    case 'chat':
      return [view.sessionId, view.messageId]
    case 'compare':
      return [view.comparisonId, view.pane?.sessionId, view.pane?.messageId]
    case 'sets':
      return idsOfSets(view)
    case 'ranking':
    case 'which-model':
      return []
    default:
      return assertNever(view)
  }
}

function idsOfSets({ setId, runId, prompt, repeat = 0 }: SetsView): string[] {
  if (setId === null) return []
  if (runId === undefined) return [setId]
  if (prompt === undefined) return [setId, runId]
  return [setId, runId, String(prompt + 1), ...(repeat === 0 ? [] : [String(repeat + 1)])]
}

/** True for a new chat or comparison, which does not exist yet. */
export function isNewView(view: View): boolean {
  if (view.kind === 'chat') return view.sessionId === null
  return view.kind === 'compare' && view.comparisonId === null
}

/** True if the view shows a temporary chat. */
export function isTemporaryView(view: View): boolean {
  return view.kind === 'chat' && view.isTemporary === true
}

/** A key shared by all messages of one chat or comparison, and all answers of a run, which keeps the view mounted. */
export function placeOfView(view: View): string {
  if (view.kind === 'compare') return hashOfView({ kind: 'compare', comparisonId: view.comparisonId })
  if (view.kind === 'sets') return hashOfView({ ...view, prompt: undefined })
  if (view.kind !== 'chat') return hashOfView(view)
  const { kind, sessionId, isTemporary } = view
  // An existing chat stays the same place when it is kept.
  return hashOfView({ kind, sessionId, ...(sessionId === null && { isTemporary }) })
}

/** The subject of an export: chats, a project, or a comparison as one file. */
export type ExportSubject =
  | { kind: 'chats'; sessionIds: readonly SessionId[] }
  | { kind: 'project'; projectId: ProjectId }
  | { kind: 'comparison'; comparisonId: ComparisonId }

export interface NavigationState {
  /** This is a quick window, which has no sidebar and no address of its own. It stays one. */
  isQuick: boolean
  view: View
  /** The model that a link suggests for a new chat. */
  suggestedModel: string | null
  /** The sidebar as an overlay, in a narrow window or when it is otherwise hidden. */
  isSidebarOpen: boolean
  /** The sidebar is hidden, however wide the window is. */
  isSidebarHidden: boolean
  /** The outline next to a chat. */
  isOutlineOpen: boolean
}

/** The current view. The address follows it, so that a reload returns to it. */
export function createNavigation(hash: string) {
  return createStore<NavigationState>(() => ({
    isQuick: /^#\/quick\b/.test(hash),
    view: viewOfHash(hash),
    suggestedModel: null,
    isSidebarOpen: false,
    isSidebarHidden: false,
    isOutlineOpen: false,
  }))
}

/** Follows a `parley://` address. Its text is put into a composer, never sent. */
export function openDeepLink(
  link: DeepLink,
  targets: {
    go: (view: View) => void
    openSettings: () => void
    /** Preselects the model of a new chat, if it is available. */
    suggestModel: (model: string | null) => void
    /** Appends to text that is already there. */
    addToDraft: (place: string, text: string) => void
  },
): void {
  switch (link.to) {
    case 'chat':
      targets.go({ kind: 'chat', sessionId: link.sessionId })
      return
    case 'comparison':
      targets.go({ kind: 'compare', comparisonId: link.comparisonId })
      return
    case 'new-chat':
      targets.suggestModel(link.model)
      if (link.text !== null) targets.addToDraft(newChatDraft, link.text)
      targets.go({ kind: 'chat', sessionId: null })
      return
    case 'new-comparison':
      targets.go({ kind: 'compare', comparisonId: null })
      return
    case 'settings':
      targets.openSettings()
      return
    default:
      assertNever(link)
  }
}
