import { wellFormedJson } from '../../../shared/text/well-formed-json'
import type { BatchReply, BatchStatus, BatchService } from '../../run-source/batches'
import { type Foreign, objectIn, objectsIn, textIn } from '../answer/foreign'
import { messageError, messageIn } from '../http/provider-failure'
import type { ModelProtocol } from '../language-model/model-protocol'
import type { ModelEndpoint } from '../language-model/run-model'
import type { BatchServer } from './batch-server'
import { batchWire, countIn, handleIn, mostPages, pageSize } from './batch-requests'

/** States in which OpenAI and Mistral process a batch no further. */
const overStates = /^(?:completed|failed|expired|cancelled|success|timeout_exceeded)$/i

/**
 * OpenAI's batches: a file with a request per line is uploaded, then processed.
 * @see https://platform.openai.com/docs/api-reference/batch
 */
export function openAiBatches(
  protocol: ModelProtocol,
  endpoint: () => ModelEndpoint,
  { server, url }: { server: BatchServer; url: '/v1/responses' | '/v1/chat/completions' },
): BatchService {
  return {
    ...batchWire(protocol, endpoint),
    mostItems: 1_000,
    async prepare({ key, items }, signal) {
      const lines = items.map(({ id, body }) => wellFormedJson({ custom_id: id, method: 'POST', url, body }))
      return idIn(await server.post('/files', { form: formWith(key, lines.join('\n')), signal }), server)
    },
    async send({ key }, prepared, signal) {
      const body = {
        input_file_id: prepared,
        endpoint: url,
        completion_window: '24h',
        metadata: { parley: key },
      }
      return idIn(await server.post('/batches', { body, signal }), server)
    },
    async find({ key }, signal) {
      let after = ''
      for (let page = 0; page < mostPages; page += 1) {
        const { data, has_more: hasMore } = await server.get(`/batches?limit=${pageSize}${after}`, signal)
        const batches = objectsIn(data)
        const found = batches.find(({ metadata }) => objectIn(metadata)?.['parley'] === key)
        if (found !== undefined) return { handle: idIn(found, server) }
        const last = textIn(batches.at(-1)?.['id'])
        if (hasMore !== true || last === '') return null
        after = `&after=${encodeURIComponent(last)}`
      }
      return 'unclear'
    },
    async status(handle, signal) {
      const said = await server.get(`/batches/${encodeURIComponent(handle)}`, signal)
      const counts = objectIn(said['request_counts']) ?? {}
      const [error] = objectsIn(objectIn(said['errors'])?.['data'])
      return statusIn(said, countIn(counts['completed']) + countIn(counts['failed']), error, server)
    },
    replies: (_handle, { said }, options) =>
      fileReplies([said['output_file_id'], said['error_file_id']], server, options),
    async cancel(handle, signal) {
      await server.post(`/batches/${encodeURIComponent(handle)}/cancel`, { signal })
    },
  }
}

/**
 * Mistral's batches, whose requests are part of the request that creates one.
 * @see https://docs.mistral.ai/api/endpoint/batch
 */
export function mistralBatches(
  protocol: ModelProtocol,
  endpoint: () => ModelEndpoint,
  server: BatchServer,
): BatchService {
  return {
    ...batchWire(protocol, endpoint),
    mostItems: 1_000,
    prepare: () => Promise.resolve(''),
    async send({ key, modelId, items }, _prepared, signal) {
      const body = {
        requests: items.map((item) => ({ custom_id: item.id, body: item.body })),
        model: modelId,
        endpoint: '/v1/chat/completions',
        metadata: { parley: key },
        timeout_hours: 24,
      }
      return idIn(await server.post('/batch/jobs', { body, signal }), server)
    },
    async find({ key }, signal) {
      for (let page = 0; page < mostPages; page += 1) {
        const listed = await server.get(`/batch/jobs?page=${page}&page_size=${pageSize}`, signal)
        const jobs = objectsIn(listed['data'])
        const found = jobs.find(({ metadata }) => objectIn(metadata)?.['parley'] === key)
        if (found !== undefined) return { handle: idIn(found, server) }
        if (jobs.length < pageSize) return null
      }
      return 'unclear'
    },
    async status(handle, signal) {
      const said = await server.get(jobPath(handle), signal)
      const ended = countIn(said['succeeded_requests']) + countIn(said['failed_requests'])
      return statusIn(said, ended, objectsIn(said['errors'])[0], server)
    },
    async *replies(handle, { said }, options) {
      const files = [said['output_file'], said['error_file']]
      if (files.some((file) => textIn(file) !== '')) yield* fileReplies(files, server, options)
      else {
        const { outputs } = await server.get(`${jobPath(handle)}?inline=true`, options.signal)
        for (const line of objectsIn(outputs)) yield replyIn(line)
      }
    },
    async cancel(handle, signal) {
      await server.post(`${jobPath(handle)}/cancel`, { signal })
    },
  }
}

function jobPath(handle: string): string {
  return `/batch/jobs/${encodeURIComponent(handle)}`
}

function statusIn(
  said: Foreign,
  ended: number,
  error: Foreign | undefined,
  { peer }: BatchServer,
): BatchStatus {
  const state = textIn(said['status'])
  const message = /^failed$/i.test(state) ? messageIn({ error: error ?? { message: state } }) : null
  return {
    isOver: overStates.test(state),
    ended,
    isComplete: /^(?:completed|success)$/i.test(state),
    error: message === null ? null : messageError(message, peer),
    said,
  }
}

async function* fileReplies(
  files: readonly unknown[],
  server: BatchServer,
  options: { signal: AbortSignal; onBroken: () => void },
): AsyncGenerator<BatchReply, void, undefined> {
  for (const file of files) {
    const id = textIn(file)
    if (id === '') continue
    const path = `/files/${encodeURIComponent(id)}/content`
    for await (const line of server.objects(path, options)) yield replyIn(line)
  }
}

/** A line with a response, or with the reason for which there is none. */
function replyIn(line: Foreign): BatchReply {
  const id = textIn(line['custom_id'])
  const response = objectIn(line['response'])
  const body = objectIn(response?.['body'])
  if (body !== null) return { id, answer: { status: statusOf(response?.['status_code']), body } }
  const { error } = line
  const isUnprocessed = /expired|cancell?ed/i.test(textIn(objectIn(error)?.['code']))
  return { id, answer: isUnprocessed ? null : { status: 200, body: { error: error ?? 'no answer' } } }
}

function statusOf(code: unknown): number {
  return typeof code === 'number' && Number.isInteger(code) && code >= 200 && code < 600 ? code : 200
}

function idIn(said: Foreign, { peer }: BatchServer): string {
  return handleIn(said['id'], peer)
}

/** The file as a form. No line of it can contain the boundary, which is random. */
function formWith(key: string, text: string): { text: string; type: string } {
  const boundary = `parley-${key}`
  const part = (name: string, about: string, content: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${about}\r\n\r\n${content}\r\n`
  const file = `; filename="${key}.jsonl"\r\ncontent-type: application/jsonl`
  return {
    text: `${part('purpose', '', 'batch')}${part('file', file, text)}--${boundary}--\r\n`,
    type: `multipart/form-data; boundary=${boundary}`,
  }
}
