import { toErrorData } from '../../../../shared/failures/failure'
import type { SessionId } from '../../../../shared/ids'
import type { ChatImports } from '../../../store/transfer/import/chat-imports'
import { refusalOf } from '../../refusal'
import type { RouteHandlers, StreamHandlers } from '../../router'

/** `imports.*`, `sessions.import` and `import.run` */
export function importHandlers(deps: {
  imports: ChatImports
  /** Notifies windows of an imported session. */
  announce: (sessionId: SessionId) => void
}) {
  const { imports, announce } = deps
  return {
    routes: {
      'imports.begin': async ({ sizeBytes }, { connection }) => ({
        importId: await imports.files.begin(sizeBytes, connection.closed),
      }),
      'imports.append': ({ importId, offset, data }, { connection }) =>
        imports.files.append(importId, { offset, data: Buffer.from(data, 'base64') }, connection.closed),
      'imports.discard': async ({ importId }, { connection }) => {
        await imports.files.discard(importId, connection.closed)
        return {}
      },
      'sessions.import': async ({ toolCalls = [], ...given }, { signal }) => {
        const session = await imports.single({ ...given, toolCalls }, signal)
        announce(session.id)
        return { session }
      },
    } satisfies Partial<RouteHandlers>,
    streams: {
      'import.run': ({ importId }, { connection }) =>
        imports.run(importId, connection.closed, (error) => toErrorData(refusalOf(error))),
    } satisfies Partial<StreamHandlers>,
  }
}
