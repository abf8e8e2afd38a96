import type { BatchReply, BatchService } from '../../run-source/batches'
import { type Foreign, objectIn, objectsIn, textIn } from '../answer/foreign'
import type { ModelProtocol } from '../language-model/model-protocol'
import type { ModelEndpoint } from '../language-model/run-model'
import type { BatchServer } from './batch-server'
import { batchWire, countIn, handleIn, mostPages, pageSize } from './batch-requests'

/** The counts of requests by what became of them. */
const endedCounts = ['succeeded', 'errored', 'canceled', 'expired'] as const

/**
 * Anthropic's batches. Its list shows no key, so a batch is found by its size and the ids of its replies among those that
 * are newer than the newest one before it.
 * @see https://platform.claude.com/docs/en/api/creating-message-batches
 */
export function anthropicBatches(
  protocol: ModelProtocol,
  endpoint: () => ModelEndpoint,
  server: BatchServer,
): BatchService {
  const replies = (handle: string, options: { signal: AbortSignal; onBroken: () => void }) =>
    server.objects(`${pathOf(handle)}/results`, options)

  /** True if the first reply has this key; null if no reply can tell. */
  const hasKey = async (handle: string, key: string, signal: AbortSignal): Promise<boolean | null> => {
    for await (const { custom_id: id } of replies(handle, { signal, onBroken: () => {} })) {
      if (textIn(id) !== '') return textIn(id).startsWith(key)
    }
    return null
  }

  return {
    ...batchWire(protocol, endpoint),
    mostItems: 1_000,
    async prepare(_batch, signal) {
      const { data } = await server.get('/messages/batches?limit=1', signal)
      return textIn(objectsIn(data)[0]?.['id'])
    },
    async send({ items }, _prepared, signal) {
      const body = { requests: items.map((item) => ({ custom_id: item.id, params: item.body })) }
      return handleIn((await server.post('/messages/batches', { body, signal }))['id'], server.peer)
    },
    async find({ key, prepared, count, isOther }, signal) {
      let after = ''
      let isUnclear = false
      for (let page = 0; page < mostPages; page += 1) {
        const listed = await server.get(`/messages/batches?limit=${pageSize}${after}`, signal)
        const batches = objectsIn(listed['data'])
        for (const batch of batches) {
          const handle = handleIn(batch['id'], server.peer)
          if (handle === prepared) return isUnclear ? 'unclear' : null
          if (isOther(handle) || sizeOf(batch) !== count) continue
          // Its replies say whose it is once it has ended.
          const isOurs = hasReplies(batch) ? await hasKey(handle, key, signal) : null
          if (isOurs === true) return { handle }
          if (isOurs === null && batch['archived_at'] == null) isUnclear = true
        }
        const last = textIn(batches.at(-1)?.['id'])
        if (listed['has_more'] !== true || last === '') return isUnclear ? 'unclear' : null
        after = `&after_id=${encodeURIComponent(last)}`
      }
      return 'unclear'
    },
    async status(handle, signal) {
      const said = await server.get(pathOf(handle), signal)
      const counts = objectIn(said['request_counts']) ?? {}
      const isOver = said['processing_status'] === 'ended'
      const ended = endedCounts.reduce((sum, name) => sum + countIn(counts[name]), 0)
      const unprocessed = countIn(counts['canceled']) + countIn(counts['expired'])
      return { isOver, ended, isComplete: isOver && unprocessed === 0, error: null, said }
    },
    async *replies(handle, _status, options) {
      for await (const line of replies(handle, options)) yield replyIn(line)
    },
    async cancel(handle, signal) {
      await server.post(`${pathOf(handle)}/cancel`, { signal })
    },
  }
}

function pathOf(handle: string): string {
  return `/messages/batches/${encodeURIComponent(handle)}`
}

function replyIn(line: Foreign): BatchReply {
  const id = textIn(line['custom_id'])
  const result = objectIn(line['result']) ?? {}
  const type = textIn(result['type'])
  if (type === 'expired' || type === 'canceled') return { id, answer: null }
  const body = objectIn(result[type === 'succeeded' ? 'message' : 'error'])
  return { id, answer: { status: 200, body: body ?? { type: 'error', error: { message: type } } } }
}

function sizeOf(batch: Foreign): number {
  const counts = objectIn(batch['request_counts']) ?? {}
  return [...endedCounts, 'processing'].reduce((sum, name) => sum + countIn(counts[name]), 0)
}

function hasReplies(batch: Foreign): boolean {
  return batch['processing_status'] === 'ended' && textIn(batch['results_url']) !== ''
}
