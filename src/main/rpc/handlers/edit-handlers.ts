import type { FileEdits } from '../../store/edits/file-edits'
import type { UndoEdits } from '../../tools/files/undo-edits'
import type { RouteHandlers } from '../router'

/** `tools.edits` and `tools.undoEdit`. */
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
