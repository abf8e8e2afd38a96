import type { BatchReply, BatchStatus, NewBatch, ReplyOptions, SentBatch } from '../../run-source/batches'
import { type Foreign, objectIn, objectsIn, textIn } from '../answer/foreign'
import { countIn, type ListPage, MakerBatches, pageSize } from './maker-batches'

/**
 * Anthropic's batches. Its list shows no key, so a batch is found by its size and the ids of its replies among those that
 * are newer than the newest one before it.
 * @see https://platform.claude.com/docs/en/api/creating-message-batches
 */
export class AnthropicBatches extends MakerBatches {
  override async prepare(_batch: NewBatch, signal: AbortSignal): Promise<string> {
    const { data } = await this.get('/messages/batches?limit=1', signal)
    return textIn(objectsIn(data)[0]?.['id'])
  }

  protected creation({ items }: NewBatch) {
    const requests = items.map(({ id, body }) => ({ custom_id: id, params: body }))
    return { path: '/messages/batches', body: { requests } }
  }

  protected listPath(before: ListPage | null): string | null {
    if (before === null) return `/messages/batches?limit=${pageSize}`
    return before.said['has_more'] === true
      ? `/messages/batches?limit=${pageSize}&after_id=${before.last}`
      : null
  }

  protected pathOf(handle: string): string {
    return `/messages/batches/${encodeURIComponent(handle)}`
  }

  protected async isSent(listed: Foreign, { key, count }: SentBatch, signal: AbortSignal) {
    const { ended, processing } = countsIn(listed)
    if (ended + processing !== count || textIn(listed['archived_at']) !== '') return false
    if (listed['processing_status'] !== 'ended') return 'unclear'
    for await (const { custom_id: id } of this.#lines(this.handleIn(listed), {
      signal,
      onBroken: () => {},
    })) {
      if (textIn(id) !== '') return textIn(id).startsWith(key)
    }
    return 'unclear'
  }

  protected statusIn(said: Foreign) {
    const { ended, unprocessed } = countsIn(said)
    const isOver = said['processing_status'] === 'ended'
    return { isOver, ended, isComplete: isOver && unprocessed === 0 }
  }

  async *replies(handle: string, _status: BatchStatus, options: ReplyOptions): AsyncGenerator<BatchReply> {
    for await (const { custom_id: name, result } of this.#lines(handle, options)) {
      const { type, message, error } = objectIn(result) ?? {}
      const isUnprocessed = type === 'expired' || type === 'canceled'
      const body = objectIn(message ?? error) ?? { type: 'error', error: { message: 'no answer' } }
      yield { id: textIn(name), answer: isUnprocessed ? null : { status: 200, body } }
    }
  }

  #lines(handle: string, options: Pick<ReplyOptions, 'signal' | 'onBroken'>) {
    return this.lines(`${this.pathOf(handle)}/results`, options)
  }
}

/** The numbers of requests of a batch. */
function countsIn(batch: Foreign) {
  const { succeeded, errored, canceled, expired, processing } = objectIn(batch['request_counts']) ?? {}
  const unprocessed = countIn(canceled) + countIn(expired)
  const ended = countIn(succeeded) + countIn(errored) + unprocessed
  return { ended, unprocessed, processing: countIn(processing) }
}
