import type { BatchReply, BatchStatus, NewBatch, ReplyOptions, SentBatch } from '../../run-source/batches'
import { type Foreign, objectIn, objectsIn, textIn } from '../answer/foreign'
import { countIn, type ListPage, MakerBatches, pageSize } from './maker-batches'

/** Codes of google.rpc for requests that were not processed: cancelled, late, too many, failed, unavailable. */
const unprocessedCodes: ReadonlySet<unknown> = new Set([1, 4, 8, 13, 14])

/**
 * Google's batches of inlined requests, which are operations.
 * @see https://ai.google.dev/api/batch-api
 */
export class GoogleBatches extends MakerBatches {
  // All replies come as one document.
  override readonly mostItems = 100

  protected creation({ key, modelId, items }: NewBatch) {
    const requests = items.map(({ id, body }) => ({ request: body, metadata: { key: id } }))
    const batch = { displayName: key, inputConfig: { requests: { requests } } }
    return { path: `/${modelPath(modelId)}:batchGenerateContent`, body: { batch } }
  }

  protected listPath(before: ListPage | null): string | null {
    const token = textIn(before?.said['nextPageToken'])
    if (before !== null && token === '') return null
    return `/batches?pageSize=${pageSize}${token === '' ? '' : `&pageToken=${encodeURIComponent(token)}`}`
  }

  protected pathOf(handle: string): string {
    return `/${handle.split('/').map(encodeURIComponent).join('/')}`
  }

  protected isSent({ metadata }: Foreign, { key }: SentBatch): Promise<boolean> {
    return Promise.resolve(objectIn(metadata)?.['displayName'] === key)
  }

  protected statusIn(said: Foreign) {
    const { state: named, batchStats } = objectIn(said['metadata']) ?? {}
    const { successfulRequestCount, failedRequestCount } = objectIn(batchStats) ?? {}
    const state = textIn(named)
    return {
      isOver: said['done'] === true || /_(?:SUCCEEDED|FAILED|CANCELLED|EXPIRED)$/.test(state),
      ended: countIn(successfulRequestCount) + countIn(failedRequestCount),
      isComplete: state.endsWith('_SUCCEEDED'),
      ...(state.endsWith('_FAILED') ? { error: said['error'] ?? { message: state } } : {}),
    }
  }

  async *replies(_handle: string, { said }: BatchStatus, { ids }: ReplyOptions): AsyncGenerator<BatchReply> {
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
  }

  override async cancel(handle: string, signal: AbortSignal): Promise<void> {
    await this.post(`${this.pathOf(handle)}:cancel`, { text: '{}', signal })
  }
}

/** A model's place in the API. Names of tuned models have a path of their own. */
export function modelPath(modelId: string): string {
  const path = modelId.split('/').map(encodeURIComponent).join('/')
  return path.includes('/') ? path : `models/${path}`
}

/** The list is inside an object of the same name, in the response or in the metadata. */
function repliesIn({ response, metadata }: Foreign): Foreign[] {
  const outputs = [objectIn(response), objectIn(objectIn(metadata)?.['output'])]
  const [inlined] = outputs.flatMap((output) => output?.['inlinedResponses'] ?? [])
  return objectsIn(objectIn(inlined)?.['inlinedResponses'] ?? outputs[0]?.['inlinedResponses'])
}
