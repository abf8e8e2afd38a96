import type { SessionId } from '../../../shared/ids'
import type { Session } from '../../../shared/sessions/sessions'
import type { FileEdits } from '../../store/tools/file-edits'
import type { UndoEdits } from '../../tools/files/undo-edits'
import type { ToolCatalogue } from '../../tools/tool'
import type { RouteHandlers } from '../router'

/** `tools.list`: what models can use. */
export function toolHandlers(deps: {
  /** @throws NOT_FOUND, or INVALID_INPUT if its contestant is hidden */
  session: (id: SessionId) => Session
  /** The tools of new chats. */
  defaults: () => string[]
  catalogue: ToolCatalogue
}) {
  const { session, defaults, catalogue } = deps
  return {
    'tools.list': ({ sessionId }) => {
      if (sessionId === undefined)
        return { tools: catalogue.list({ enabled: defaults() }, { workspace: null }) }
      const found = session(sessionId)
      return { tools: catalogue.list(found.tools ?? { enabled: [] }, found) }
    },
  } satisfies Partial<RouteHandlers>
}

/** `tools.edits` and `tools.undoEdit`: what models changed in files. */
export function editHandlers({
  edits,
  undo,
}: {
  edits: Pick<FileEdits, 'list'>
  undo: Pick<UndoEdits, 'undo'>
}) {
  return {
    'tools.edits': ({ messageId }) => ({ edits: edits.list(messageId) }),
    'tools.undoEdit': ({ messageId, toolCallId }) => undo.undo(messageId, toolCallId),
  } satisfies Partial<RouteHandlers>
}
