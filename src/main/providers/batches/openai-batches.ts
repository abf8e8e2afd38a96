import type { BatchReply, BatchStatus, NewBatch, ReplyOptions, SentBatch } from '../../run-source/batches'
import { wellFormedJson } from '../../../shared/text/well-formed-json'
import { type Foreign, objectIn, objectsIn, textIn } from '../answer/foreign'
import { countIn, type ListPage, MakerBatches, pageSize } from './maker-batches'

/** Batches that have metadata and write replies as files. */
abstract class FileBatches extends MakerBatches {
  protected isSent({ metadata }: Foreign, { key }: SentBatch): Promise<boolean> {
    return Promise.resolve(objectIn(metadata)?.['parley'] === key)
  }

  protected statusOf(state: string, ended: number, errors: unknown) {
    const isFailed = /^failed$/i.test(state)
    return {
      isOver: isFailed || /^(?:completed|expired|cancelled|success|timeout_exceeded)$/i.test(state),
      ended,
      isComplete: /^(?:completed|success)$/i.test(state),
      ...(isFailed ? { error: objectsIn(errors)[0] ?? { message: state } } : {}),
    }
  }

  protected async *fileReplies(files: readonly unknown[], options: ReplyOptions): AsyncGenerator<BatchReply> {
    for (const file of files.map(textIn)) {
      if (file === '') continue
      const path = `/files/${encodeURIComponent(file)}/content`
      for await (const line of this.lines(path, options)) yield replyIn(line)
    }
  }
}

/**
 * OpenAI's batches: a file with a request per line is uploaded, then processed.
 * @see https://platform.openai.com/docs/api-reference/batch
 */
export class OpenAiBatches extends FileBatches {
  readonly #url: string

  constructor(
    url: '/v1/responses' | '/v1/chat/completions',
    ...server: ConstructorParameters<typeof FileBatches>
  ) {
    super(...server)
    this.#url = url
  }

  override async prepare({ key, items }: NewBatch, signal: AbortSignal): Promise<string> {
    const lines = items.map(({ id, body }) =>
      wellFormedJson({ custom_id: id, method: 'POST', url: this.#url, body }),
    )
    // No line can contain the boundary, which is random.
    const begin = `--parley-${key}\r\ncontent-disposition: form-data; name=`
    const file = `"file"; filename="${key}.jsonl"\r\ncontent-type: application/jsonl\r\n\r\n${lines.join('\n')}\r\n`
    const text = `${begin}"purpose"\r\n\r\nbatch\r\n${begin}${file}--parley-${key}--\r\n`
    const type = `multipart/form-data; boundary=parley-${key}`
    return this.handleIn(await this.post('/files', { text, type, signal }))
  }

  protected creation({ key }: NewBatch, prepared: string) {
    const metadata = { parley: key }
    const body = { input_file_id: prepared, endpoint: this.#url, completion_window: '24h', metadata }
    return { path: '/batches', body }
  }

  protected listPath(before: ListPage | null): string | null {
    if (before === null) return `/batches?limit=${pageSize}`
    return before.said['has_more'] === true ? `/batches?limit=${pageSize}&after=${before.last}` : null
  }

  protected pathOf(handle: string): string {
    return `/batches/${encodeURIComponent(handle)}`
  }

  protected statusIn(said: Foreign) {
    const { completed, failed } = objectIn(said['request_counts']) ?? {}
    const errors = objectIn(said['errors'])?.['data']
    return this.statusOf(textIn(said['status']), countIn(completed) + countIn(failed), errors)
  }

  replies(_handle: string, { said }: BatchStatus, options: ReplyOptions): AsyncGenerator<BatchReply> {
    return this.fileReplies([said['output_file_id'], said['error_file_id']], options)
  }
}

/**
 * Mistral's batches, whose requests are part of the request that creates one.
 * @see https://docs.mistral.ai/api/endpoint/batch
 */
export class MistralBatches extends FileBatches {
  protected creation({ key, modelId, items }: NewBatch) {
    const requests = items.map(({ id, body }) => ({ custom_id: id, body }))
    const rest = { endpoint: '/v1/chat/completions', metadata: { parley: key }, timeout_hours: 24 }
    return { path: '/batch/jobs', body: { requests, model: modelId, ...rest } }
  }

  protected listPath(before: ListPage | null): string | null {
    if (before !== null && objectsIn(before.said['data']).length < pageSize) return null
    return `/batch/jobs?page=${before?.page ?? 0}&page_size=${pageSize}`
  }

  protected pathOf(handle: string): string {
    return `/batch/jobs/${encodeURIComponent(handle)}`
  }

  protected statusIn(said: Foreign) {
    const ended = countIn(said['succeeded_requests']) + countIn(said['failed_requests'])
    return this.statusOf(textIn(said['status']), ended, said['errors'])
  }

  async *replies(handle: string, { said, isOver }: BatchStatus, options: ReplyOptions) {
    const files = [said['output_file'], said['error_file']]
    const isInline = isOver && files.every((file) => textIn(file) === '')
    yield* this.fileReplies(files, options)
    const { outputs } = isInline ? await this.get(`${this.pathOf(handle)}?inline=true`, options.signal) : {}
    for (const line of objectsIn(outputs)) yield replyIn(line)
  }
}

/** A line with a response, or with the reason for which there is none. */
function replyIn({ custom_id: name, response, error }: Foreign): BatchReply {
  const id = textIn(name)
  const { status_code: code, body } = objectIn(response) ?? {}
  const answer = objectIn(body)
  if (answer !== null) {
    const isStatus = typeof code === 'number' && Number.isInteger(code) && code >= 200 && code < 600
    return { id, answer: { status: isStatus ? code : 200, body: answer } }
  }
  const isUnprocessed = /expired|cancell?ed/i.test(textIn(objectIn(error)?.['code']))
  return { id, answer: isUnprocessed ? null : { status: 200, body: { error: error ?? 'no answer' } } }
}
