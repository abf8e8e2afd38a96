import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { assertNever } from '../../../shared/invariant'

type Json = Record<string, unknown>

/** The families whose batches are imitated. */
export const batchFamilies = ['openai', 'anthropic', 'google', 'mistral'] as const
export type BatchFamily = (typeof batchFamilies)[number]

/** A batch at the fake service. */
export interface FakeBatch {
  family: BatchFamily
  id: string
  /** What Parley sent to find it again; for Anthropic, the beginning of the ids of its requests. */
  key: string
  model: string
  items: { id: string; question: string }[]
  state: 'running' | 'done' | 'cancelled' | 'expired' | 'failed'
  /** The replies as lines, or as a list for Google. */
  replies: unknown[]
}

/** What happens to a request instead of its usual answer. `torn`: it is carried out, and its response is never sent. */
export type BatchFault = 'torn' | 'refused-connection' | 'silent' | { status: number; body?: Json }

interface Asked {
  method: string
  /** Without the address of the family. */
  path: string
}

/** The interfaces for batches of four makers on one port, which count what they would charge for. */
export async function startBatchFakes(
  options: {
    /** How long a batch takes; null: until `finish`. */
    takesMs?: number | null
    answer?: (question: string) => string
    fault?: (asked: Asked) => BatchFault | undefined
    /** What a batch replies, instead of one correct reply to each request, in order. */
    replies?: (replies: Json[], batch: FakeBatch) => unknown[]
  } = {},
) {
  const batches = new Map<string, FakeBatch>()
  const files = new Map<string, string>()
  /** How often each question to each model was charged for. */
  const billed = new Map<string, number>()
  const asked: Asked[] = []
  const timers = new Set<NodeJS.Timeout>()
  let count = 0
  const { takesMs = null, answer = (question) => `Answer to ${question}`, fault, replies } = options

  const bill = (model: string, question: string) => {
    const key = `${model}: ${question}`
    billed.set(key, (billed.get(key) ?? 0) + 1)
  }
  /** Processes the first `share` of a batch; the rest costs nothing. */
  const end = (batch: FakeBatch, state: FakeBatch['state'] = 'done', share = state === 'done' ? 1 : 0.5) => {
    if (batch.state !== 'running') return
    batch.state = state
    const processed = Math.ceil(batch.items.length * share)
    const all = batch.items.map((item, index) => {
      if (index >= processed) return unprocessed(batch.family, item.id, state)
      bill(batch.model, item.question)
      return reply(batch.family, item.id, answerBody(batch, answer(item.question)))
    })
    batch.replies = replies?.(all, batch) ?? all
  }
  const add = (
    family: BatchFamily,
    { key, model, items }: { key: string; model: string; items: { id: string; question: string }[] },
  ): FakeBatch => {
    count += 1
    const id = family === 'google' ? `batches/b${count}` : `batch_${count}`
    const batch: FakeBatch = { family, id, key, model, items, state: 'running', replies: [] }
    batches.set(id, batch)
    if (takesMs !== null) {
      const timer = setTimeout(() => {
        timers.delete(timer)
        end(batch)
      }, takesMs)
      timers.add(timer)
    }
    return batch
  }
  const found = (id: string): FakeBatch => {
    const batch = batches.get(decodeURIComponent(id))
    if (batch === undefined) throw new Refused(404)
    return batch
  }
  const listed = (family: BatchFamily) =>
    [...batches.values()].filter((batch) => batch.family === family).reverse()

  const openai = ({ method, path }: Asked, body: string): unknown => {
    const [, id = '', act] = /^\/batches\/([^/?]+)(\/cancel)?/.exec(path) ?? []
    if (method === 'POST' && path === '/files') {
      const file = `file-${(count += 1)}`
      files.set(file, /application\/jsonl\r\n\r\n([^]*)\r\n--/.exec(body)?.[1] ?? '')
      return { id: file, object: 'file' }
    }
    if (method === 'POST' && path === '/batches') {
      const { input_file_id: file, metadata } = JSON.parse(body) as Json
      const lines = (files.get(String(file)) ?? '').split('\n').map((line) => JSON.parse(line) as Json)
      const items = lines.map((line) => ({
        id: String(line['custom_id']),
        question: questionIn(line['body']),
      }))
      const model = modelIn(lines[0]?.['body'])
      return openAiBatch(add('openai', { key: String((metadata as Json)['parley']), model, items }))
    }
    if (act !== undefined) end(found(id), 'cancelled')
    if (id !== '') return openAiBatch(found(id))
    if (path.startsWith('/batches')) return { data: listed('openai').map(openAiBatch), has_more: false }
    const [, file] = /^\/files\/out-([^/]+)\/content/.exec(path) ?? []
    if (file !== undefined) return linesOf(found(file))
    throw new Refused(404)
  }
  const anthropic = ({ method, path }: Asked, body: string): unknown => {
    const [, id = '', act] = /^\/messages\/batches\/([^/?]+)(\/\w+)?/.exec(path) ?? []
    if (method === 'POST' && path === '/messages/batches') {
      const { requests } = JSON.parse(body) as { requests: { custom_id: string; params: Json }[] }
      const items = requests.map(({ custom_id: itemId, params }) => ({
        id: itemId,
        question: questionIn(params),
      }))
      const key = requests[0]?.custom_id.replace(/-\d+$/, '') ?? ''
      return anthropicBatch(add('anthropic', { key, model: String(requests[0]?.params['model']), items }))
    }
    if (act === '/cancel') end(found(id), 'cancelled')
    if (act === '/results') return linesOf(found(id))
    if (id !== '') return anthropicBatch(found(id))
    if (path.startsWith('/messages/batches')) {
      const data = listed('anthropic').map(anthropicBatch)
      return {
        data: path.includes('limit=1&') || path.endsWith('limit=1') ? data.slice(0, 1) : data,
        has_more: false,
      }
    }
    throw new Refused(404)
  }
  const google = ({ path }: Asked, body: string): unknown => {
    const [, model] = /^\/models\/(.+):batchGenerateContent$/.exec(path) ?? []
    if (model !== undefined) {
      const { batch } = JSON.parse(body) as {
        batch: {
          displayName: string
          inputConfig: { requests: { requests: { request: Json; metadata: Json }[] } }
        }
      }
      const items = batch.inputConfig.requests.requests.map(({ request, metadata }) => ({
        id: String(metadata['key']),
        question: questionIn(request),
      }))
      return operation(add('google', { key: batch.displayName, model, items }))
    }
    const [, id = '', act] = /^\/(batches\/[^/?:]+)(:cancel)?/.exec(path) ?? []
    if (act !== undefined) {
      end(found(id), 'cancelled')
      return {}
    }
    if (id !== '') return operation(found(id))
    if (path.startsWith('/batches')) return { operations: listed('google').map(operation) }
    throw new Refused(404)
  }
  const mistral = ({ method, path }: Asked, body: string): unknown => {
    const [, id = '', act] = /^\/batch\/jobs\/([^/?]+)(\/cancel)?/.exec(path) ?? []
    if (method === 'POST' && path === '/batch/jobs') {
      const { requests, metadata, model } = JSON.parse(body) as {
        requests: { custom_id: string; body: Json }[]
        metadata: Json
        model: string
      }
      const items = requests.map((item) => ({ id: item.custom_id, question: questionIn(item.body) }))
      return job(add('mistral', { key: String(metadata['parley']), model, items }))
    }
    if (act !== undefined) end(found(id), 'cancelled')
    if (id !== '')
      return { ...job(found(id)), ...(path.includes('inline=true') ? { outputs: found(id).replies } : {}) }
    if (path.startsWith('/batch/jobs')) return { data: listed('mistral').map(job) }
    throw new Refused(404)
  }
  const families = { openai, anthropic, google, mistral }

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [, name = '', path = ''] = /^\/(\w+)\/v1(?:beta)?(\/.*)$/.exec(request.url ?? '') ?? []
    const family = batchFamilies.find((each) => each === name)
    const method = request.method ?? 'GET'
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    const fails = fault?.({ method, path })
    if (fails === 'refused-connection') {
      response.destroy()
      return
    }
    asked.push({ method, path })
    if (fails === 'silent') return
    const send = (status: number, said: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(typeof said === 'string' ? said : JSON.stringify(said))
    }
    try {
      if (typeof fails === 'object') throw new Refused(fails.status, fails.body)
      if (family === undefined) throw new Refused(404)
      const said =
        path === '/models' ? { data: [{ id: 'gpt-4o' }] } : families[family]({ method, path }, body)
      if (fails === 'torn') response.destroy()
      else send(200, said)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      send(error.status, error.body)
    }
  }
  const server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: (family: BatchFamily) =>
      `http://127.0.0.1:${port}/${family}/${family === 'google' ? 'v1beta' : 'v1'}`,
    asked,
    batches,
    billed,
    end,
    async close(): Promise<void> {
      for (const timer of timers) clearTimeout(timer)
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
    [Symbol.asyncDispose](): Promise<void> {
      return this.close()
    },
  }
}

export type BatchFakes = Awaited<ReturnType<typeof startBatchFakes>>

class Refused extends Error {
  readonly status: number
  readonly body: Json

  constructor(status: number, body: Json = { error: { message: `status ${status}` } }) {
    super()
    this.status = status
    this.body = body
  }
}

function modelIn(body: unknown): string {
  return String((body as Json)['model'])
}

/** The text of the last message of a request in any family. */
function questionIn(body: unknown): string {
  const { messages, input, contents } = body as Record<'messages' | 'input' | 'contents', Json[] | undefined>
  const last = (messages ?? input ?? contents ?? []).at(-1)
  const parts = last?.['content'] ?? last?.['parts']
  if (typeof parts === 'string') return parts
  return (parts as Json[]).map(({ text }) => String(text)).join('')
}

function answerBody({ family, model }: FakeBatch, text: string): Json {
  switch (family) {
    case 'openai':
      return {
        id: 'resp_1',
        object: 'response',
        status: 'completed',
        model,
        output: [{ type: 'message', id: 'm', content: [{ type: 'output_text', text }] }],
        usage: { input_tokens: 1_000, output_tokens: 1_000, total_tokens: 2_000 },
      }
    case 'anthropic':
      return {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model,
        content: [{ type: 'text', text }],
        stop_reason: 'end_turn',
        usage: { input_tokens: 1_000, output_tokens: 1_000 },
      }
    case 'google':
      return {
        candidates: [{ content: { role: 'model', parts: [{ text }] }, finishReason: 'STOP' }],
        usageMetadata: { promptTokenCount: 1_000, candidatesTokenCount: 1_000, totalTokenCount: 2_000 },
        modelVersion: model,
      }
    case 'mistral':
      return {
        id: 'c',
        object: 'chat.completion',
        model,
        choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 1_000, completion_tokens: 1_000, total_tokens: 2_000 },
      }
    default:
      return assertNever(family)
  }
}

function reply(family: BatchFamily, id: string, body: Json): Json {
  if (family === 'anthropic') return { custom_id: id, result: { type: 'succeeded', message: body } }
  if (family === 'google') return { metadata: { key: id }, response: body }
  return { id: 'r', custom_id: id, response: { status_code: 200, request_id: 'q', body }, error: null }
}

function unprocessed(family: BatchFamily, id: string, state: FakeBatch['state']): Json {
  const isExpired = state === 'expired'
  if (family === 'anthropic') return { custom_id: id, result: { type: isExpired ? 'expired' : 'canceled' } }
  if (family === 'google')
    return { metadata: { key: id }, error: { code: isExpired ? 4 : 1, message: state } }
  const code = isExpired ? 'batch_expired' : 'batch_cancelled'
  return { custom_id: id, response: null, error: { code, message: state } }
}

function linesOf({ replies }: FakeBatch): string {
  return replies.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')
}

function openAiBatch({ id, key, items, state }: FakeBatch): Json {
  const status = state === 'running' ? 'in_progress' : state === 'done' ? 'completed' : state
  const isOver = state !== 'running' && state !== 'failed'
  return {
    id,
    object: 'batch',
    status,
    metadata: { parley: key },
    ...(isOver ? { output_file_id: `out-${id}`, error_file_id: null } : {}),
    ...(state === 'failed'
      ? { errors: { data: [{ code: 'token_limit_exceeded', message: 'Too many tokens' }] } }
      : {}),
    request_counts: { total: items.length, completed: isOver ? items.length : 0, failed: 0 },
  }
}

function anthropicBatch({ id, items, state, replies }: FakeBatch): Json {
  const isOver = state !== 'running'
  const kind = (type: string) =>
    replies.filter((line) => ((line as Json)['result'] as Json | undefined)?.['type'] === type).length
  const canceled = kind('canceled')
  const expired = kind('expired')
  return {
    id,
    type: 'message_batch',
    processing_status: isOver ? 'ended' : 'in_progress',
    archived_at: null,
    results_url: isOver ? 'https://elsewhere.invalid/results' : null,
    request_counts: {
      processing: isOver ? 0 : items.length,
      succeeded: isOver ? items.length - canceled - expired : 0,
      errored: 0,
      canceled,
      expired,
    },
  }
}

function operation({ id, key, items, state, replies }: FakeBatch): Json {
  const isOver = state !== 'running'
  const name = state === 'done' ? 'SUCCEEDED' : state.toUpperCase()
  return {
    name: id,
    metadata: {
      displayName: key,
      state: `BATCH_STATE_${name}`,
      batchStats: {
        requestCount: String(items.length),
        successfulRequestCount: isOver ? String(items.length) : '0',
      },
    },
    done: isOver,
    ...(isOver ? { response: { inlinedResponses: { inlinedResponses: replies } } } : {}),
  }
}

function job({ id, key, items, state }: FakeBatch): Json {
  const isOver = state !== 'running'
  const states = {
    running: 'RUNNING',
    done: 'SUCCESS',
    cancelled: 'CANCELLED',
    expired: 'TIMEOUT_EXCEEDED',
    failed: 'FAILED',
  }
  return {
    id,
    object: 'batch',
    status: states[state],
    metadata: { parley: key },
    total_requests: items.length,
    succeeded_requests: isOver ? items.length : 0,
    failed_requests: 0,
    errors: [],
  }
}
