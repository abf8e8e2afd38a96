import { toErrorData } from '../../../shared/failures/failure'
import type { ChatExports } from '../../store/transfer/export/chat-exports'
import { PreparedAnswer } from '../transport/prepared-answer'
import { refusalOf } from '../refusal'
import type { RouteHandlers, StreamHandlers } from '../router'

/** `exports.*`, `sessions.export` and `export.run` */
export function exportHandlers(chatExports: ChatExports) {
  return {
    routes: {
      'exports.read': ({ exportId, offset }, { connection }) =>
        chatExports.read(exportId, offset, connection.closed),
      'exports.discard': async ({ exportId }, { connection }) => {
        await chatExports.discard(exportId, connection.closed)
        return {}
      },
      'sessions.export': async ({ sessionId, format }, { signal }) =>
        new PreparedAnswer(await chatExports.text(sessionId, format, signal)),
    } satisfies Partial<RouteHandlers>,
    streams: {
      'export.run': (input, { connection }) =>
        chatExports.start(input, connection.closed, (error) => toErrorData(refusalOf(error))),
    } satisfies Partial<StreamHandlers>,
  }
}
