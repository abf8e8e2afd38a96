import type { BatchService } from '../../run-source/batches'
import { type Foreign, objectIn, objectsIn, textIn } from '../answer/foreign'
import { messageError, messageIn } from '../http/provider-failure'
import type { ModelProtocol } from '../language-model/model-protocol'
import type { ModelEndpoint } from '../language-model/run-model'
import type { BatchServer } from './batch-server'
import { batchWire, countIn, handleIn, mostPages, pageSize } from './batch-requests'

/** Google sends all replies as one document, so its batches are smaller. */
const mostItems = 100

/** Codes of google.rpc for requests that were not processed: cancelled, late, too many, failed, unavailable. */
const unprocessedCodes: ReadonlySet<unknown> = new Set([1, 4, 8, 13, 14])

/**
 * Google's batches of inlined requests, which are operations.
 * @see https://ai.google.dev/api/batch-api
 */
export function googleBatches(
  protocol: ModelProtocol,
  endpoint: () => ModelEndpoint,
  { server, modelPath }: { server: BatchServer; modelPath: (modelId: string) => string },
): BatchService {
  return {
    ...batchWire(protocol, endpoint),
    mostItems,
    prepare: () => Promise.resolve(''),
    async send({ key, modelId, items }, _prepared, signal) {
      const requests = items.map(({ id, body }) => ({ request: body, metadata: { key: id } }))
      const body = { batch: { displayName: key, inputConfig: { requests: { requests } } } }
      const path = `/${modelPath(modelId)}:batchGenerateContent`
      return handleIn((await server.post(path, { body, signal }))['name'], server.peer)
    },
    async find({ key }, signal) {
      let token = ''
      for (let page = 0; page < mostPages; page += 1) {
        const listed = await server.get(`/batches?pageSize=${pageSize}${token}`, signal)
        const found = objectsIn(listed['operations']).find(
          ({ metadata }) => objectIn(metadata)?.['displayName'] === key,
        )
        if (found !== undefined) return { handle: handleIn(found['name'], server.peer) }
        const next = textIn(listed['nextPageToken'])
        if (next === '') return null
        token = `&pageToken=${encodeURIComponent(next)}`
      }
      return 'unclear'
    },
    async status(handle, signal) {
      const said = await server.get(pathOf(handle), signal)
      const metadata = objectIn(said['metadata']) ?? {}
      const stats = objectIn(metadata['batchStats']) ?? {}
      const state = textIn(metadata['state'])
      const message = state.endsWith('_FAILED')
        ? messageIn({ error: said['error'] ?? { message: state } })
        : null
      return {
        isOver: said['done'] === true || /_(?:SUCCEEDED|FAILED|CANCELLED|EXPIRED)$/.test(state),
        ended: countIn(stats['successfulRequestCount']) + countIn(stats['failedRequestCount']),
        isComplete: state.endsWith('_SUCCEEDED'),
        error: message === null ? null : messageError(message, server.peer),
        said,
      }
    },
    async *replies(_handle, { said }, { ids }) {
      const replies = repliesIn(said)
      const keys = replies.map(({ metadata }) => textIn(objectIn(metadata)?.['key']))
      // They come in the order of the requests, and sometimes without their keys.
      const isInOrder = keys.every((key) => key === '') && replies.length === ids.length
      for (const [index, { response, error }] of replies.entries()) {
        const id = (isInOrder ? ids[index] : keys[index]) ?? ''
        const body = objectIn(response)
        const isUnprocessed = body === null && unprocessedCodes.has(objectIn(error)?.['code'] ?? 1)
        const answer = body === null ? { status: 400, body: { error } } : { status: 200, body }
        yield { id, answer: isUnprocessed ? null : answer }
      }
    },
    async cancel(handle, signal) {
      await server.post(`${pathOf(handle)}:cancel`, { body: {}, signal })
    },
  }
}

function pathOf(handle: string): string {
  return `/${handle.split('/').map(encodeURIComponent).join('/')}`
}

/** The list is inside an object of the same name, in the response or in the metadata. */
function repliesIn({ response, metadata }: Foreign): Foreign[] {
  for (const output of [objectIn(response), objectIn(objectIn(metadata)?.['output'])]) {
    const inlined = output?.['inlinedResponses']
    const list = Array.isArray(inlined) ? inlined : objectIn(inlined)?.['inlinedResponses']
    if (Array.isArray(list)) return objectsIn(list)
  }
  return []
}
