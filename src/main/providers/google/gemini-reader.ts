import type { ParleyError } from '../../../shared/errors'
import { failure } from '../../../shared/failures/failure'
import type { Usage } from '../../../shared/sessions/messages'
import type { Charges } from '../../run-source/cost'
import { tokenCount } from '../../run-source/token-count'
import type { AnswerReader } from '../answer/read-answer'
import type { AnswerWriter } from '../answer/answer-writer'
import { isFilePart } from '../answer/answer-files'
import { bareErrorIn, errorIn } from '../answer/error-in'
import { camelKeys, type Foreign, objectIn, objectsIn, textIn } from '../answer/foreign'
import { reportedCharges } from '../answer/reported-cost'
import { uncountedOutput } from '../answer/answer-usage'
import { type Peer, peerData } from '../http/peer'

/** More queries than any answer needs. */
const mostQueries = 1_000

/**
 * Reads Gemini's answers, streamed or whole: each event is a piece of the same shape.
 * @see https://ai.google.dev/api/generate-content#v1beta.GenerateContentResponse
 */
export class GeminiReader implements AnswerReader {
  readonly #writer: AnswerWriter
  readonly #peer: Peer
  #continuationToken: string | null = null
  /** The id of the latest code execution call. */
  #codeCallId = ''
  /** The searches that Google made for this answer. */
  readonly #queries = new Set<string>()

  constructor(writer: AnswerWriter, peer: Peer) {
    this.#writer = writer
    this.#peer = peer
  }

  read(given: Foreign, name: string): void {
    const writer = this.#writer
    const event = camelKeys(given)
    writer.model(event['modelVersion'])
    const usage = usageOf(objectIn(event['usageMetadata']))
    if (usage !== null) writer.used.add(usage.usage, usage.charges)
    const [candidate] = objectsIn(event['candidates'])
    const error = errorIn(event, name) ?? (candidate === undefined ? bareErrorIn(event, name) : null)
    if (candidate !== undefined) this.#candidate(camelKeys(candidate), error !== null)
    const blocked = textIn(camelKeys(objectIn(event['promptFeedback']) ?? {})['blockReason'])
    if (error !== null) writer.fail(error)
    else if (blocked !== '') writer.fail(blockedError(this.#peer, blocked))
  }

  continuation(): ((body: Foreign) => Foreign) | null {
    const continuationToken = this.#continuationToken
    return continuationToken === null ? null : (body) => ({ ...body, continuationToken })
  }

  #candidate(candidate: Foreign, hasError: boolean): void {
    for (const part of objectsIn(objectIn(candidate['content'])?.['parts'])) this.#part(camelKeys(part))
    const grounding = camelKeys(objectIn(candidate['groundingMetadata']) ?? {})
    for (const chunk of objectsIn(grounding['groundingChunks']).map(camelKeys)) {
      for (const kind of ['web', 'retrievedContext', 'maps']) {
        const found = objectIn(chunk[kind])
        if (found !== null) this.#writer.source(found['uri'], found['title'])
      }
    }
    this.#searches(grounding)
    const cited = camelKeys(objectIn(candidate['citationMetadata']) ?? {})
    for (const { uri, title } of objectsIn(cited['citationSources'] ?? cited['citations'])) {
      this.#writer.source(uri, title)
    }
    const reason = textIn(candidate['finishReason'])
    const continuationToken = textIn(candidate['continuationToken'])
    if (reason === 'CONTINUATION' && continuationToken !== '') this.#continuationToken = continuationToken
    else if (!hasError) this.#writer.finish(reason)
  }

  /** Later events may repeat the queries of earlier ones. */
  #searches(grounding: Foreign): void {
    const queries: unknown[] = Array.isArray(grounding['webSearchQueries'])
      ? grounding['webSearchQueries']
      : []
    for (const query of queries) {
      if (typeof query === 'string' && this.#queries.size < mostQueries) this.#queries.add(query)
    }
    const chunks = objectsIn(grounding['groundingChunks']).map(camelKeys)
    const hasFound =
      chunks.some((chunk) => objectIn(chunk['web']) !== null) ||
      objectIn(grounding['searchEntryPoint']) !== null
    const webSearches = Math.max(this.#queries.size, hasFound ? 1 : 0)
    if (webSearches > 0) this.#writer.used.charge({ webSearches })
    if (chunks.some((chunk) => objectIn(chunk['maps']) !== null))
      this.#writer.used.charge({ hasUnknownFee: true })
  }

  #part(part: Foreign): void {
    const { text, thought, thoughtSignature: signature } = part
    const signed = textIn(signature) === '' ? undefined : { thoughtSignature: signature }
    if (typeof text === 'string') {
      if (thought !== true) this.#writer.text(text)
      else {
        this.#writer.reasoning(text)
        if (signed !== undefined) this.#writer.sealReasoning(signed)
      }
      return
    }
    const call = objectIn(part['functionCall'])
    const code = objectIn(part['executableCode'])
    const result = objectIn(part['codeExecutionResult'])
    if (call !== null) this.#call(call, signed)
    // A picture that is drawn while thinking is a draft.
    else if (isFilePart(part)) {
      if (thought !== true) this.#writer.file(part)
    } else if (code !== null) {
      const { id, language } = code
      const input = { language, code: code['code'] }
      this.#codeCallId = this.#writer.call({ id, name: 'code_execution', input, isRunByProvider: true })
    } else if (result !== null) {
      const isError = textIn(result['outcome']) !== 'OUTCOME_OK'
      this.#writer.result(textIn(result['id']) || this.#codeCallId, result['output'], isError)
    } else if (Object.keys(part).some((field) => field !== 'thoughtSignature' && field !== 'thought')) {
      this.#writer.skip(`a part of another kind (${Object.keys(part).join(', ').slice(0, 100)})`)
    }
  }

  #call({ id, name, args }: Foreign, providerData: Foreign | undefined): void {
    if (textIn(name) === '') this.#writer.skip('a call without a name')
    else this.#writer.call({ id, name, input: args, providerData })
  }
}

function blockedError(peer: Peer, reason: string): ParleyError {
  return failure('PROVIDER_BAD_REQUEST', 'blocked', {
    ...peerData(peer),
    finishReason: reason.slice(0, 80),
  })
}

/** Gemini counts thinking and output separately, and so the prompts of its own tools. */
function usageOf(given: Foreign | null): { usage: Usage; charges: Charges } | null {
  if (given === null) return null
  const counts = camelKeys(given)
  const count = (field: string) => tokenCount(counts[field]) ?? 0
  const input = count('promptTokenCount') + count('toolUsePromptTokenCount')
  const thought = count('thoughtsTokenCount')
  const cached = count('cachedContentTokenCount')
  const total = count('totalTokenCount')
  const said = count('candidatesTokenCount') + thought
  const output = said + uncountedOutput({ total, input, output: said })
  if (input + output === 0) return null
  const audioInputTokens =
    ofModality(counts['promptTokensDetails'], 'AUDIO') +
    ofModality(counts['toolUsePromptTokensDetails'], 'AUDIO')
  const audioOutputTokens = ofModality(counts['candidatesTokensDetails'], 'AUDIO')
  const imageOutputTokens = ofModality(counts['candidatesTokensDetails'], 'IMAGE')
  return {
    usage: {
      inputTokens: input,
      ...(cached > 0 ? { cachedInputTokens: cached } : {}),
      outputTokens: output,
      totalTokens: Math.max(total, input + output),
      ...(thought > 0 ? { reasoningTokens: thought } : {}),
    },
    charges: {
      ...reportedCharges(given),
      // A faster tier costs more; the price list has only the usual one.
      ...(/priority/i.test(`${textIn(counts['trafficType'])} ${textIn(counts['serviceTier'])}`)
        ? { hasUnknownFee: true }
        : {}),
      ...(audioInputTokens > 0 ? { audioInputTokens } : {}),
      ...(audioOutputTokens > 0 ? { audioOutputTokens } : {}),
      ...(imageOutputTokens > 0 ? { imageOutputTokens } : {}),
    },
  }
}

/** The tokens of a modality, such as sound, which some models charge at another price. */
function ofModality(details: unknown, modality: string): number {
  return objectsIn(details)
    .map(camelKeys)
    .filter((detail) => detail['modality'] === modality)
    .reduce((sum, detail) => sum + (tokenCount(detail['tokenCount']) ?? 0), 0)
}
