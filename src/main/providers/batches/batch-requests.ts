import type { BatchService } from '../../run-source/batches'
import { unreadableError } from '../answer/error-in'
import { textIn } from '../answer/foreign'
import { isLoopback, type Peer } from '../http/peer'
import { writeRequest, type ModelEndpoint, runModel } from '../language-model/run-model'
import type { ModelProtocol } from '../language-model/model-protocol'

/** True at the address of the maker, and on this machine, where a gateway may speak the same interface. */
export function offersBatches(baseUrl: string, host: string): boolean {
  return URL.parse(baseUrl)?.hostname === host || isLoopback(baseUrl)
}

/** How requests of a protocol become requests of a batch, and their answers events. */
export function batchWire(
  protocol: ModelProtocol,
  endpoint: () => ModelEndpoint,
): Pick<BatchService, 'providerName' | 'write' | 'read'> {
  const offline: ModelProtocol = { ...protocol, noticeAfter: () => Promise.resolve(null) }
  return {
    providerName: () => endpoint().peer.name,
    async write(request) {
      const {
        stream: _stream,
        stream_options: _options,
        ...body
      } = (await writeRequest(protocol, endpoint(), request)).body
      return body
    },
    read: ({ status, body }) =>
      function (request, context) {
        const text = JSON.stringify(body)
        const headers = { 'content-type': 'application/json' }
        // What was sent is not needed again.
        const asked = { ...request, messages: [], tools: [] }
        const fetch = () => Promise.resolve(new Response(text, { status, headers }))
        return runModel(offline, { ...endpoint(), fetch }, asked, context)
      },
  }
}

/** Batches on one page of a list, and the pages that are read. */
export const pageSize = 100
export const mostPages = 50

/** A count in a status; Google writes its counts as texts. */
export function countIn(value: unknown): number {
  const count = Number(value)
  return Number.isSafeInteger(count) && count > 0 ? count : 0
}

/** A handle in a response. @throws PROVIDER_PROTOCOL there is none */
export function handleIn(value: unknown, peer: Peer): string {
  const handle = textIn(value)
  if (handle === '' || handle.length > 500) throw unreadableError(peer)
  return handle
}
