import {
  type Client,
  type Progress,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  UriTemplate,
} from '@modelcontextprotocol/client'
import { z } from 'zod'

import { withDeadline } from '../../../base/deadline'
import type { Clock } from '../../../base/clock'
import { ParleyError } from '../../../../shared/errors'
import { serverFailure } from '../../../../shared/failures/server-failure'
import { isRecord } from '../../../../shared/record'
import { requestFailure } from './client-failures'
import { uncheckedResult } from './readable-result'
import { type ServerLog, unsupportedLine } from './server-log'
import {
  type ResourceContent,
  type ServerConnection,
  type ServerFacts,
  type ServerList,
  serverLists,
} from './connection'
import { longestTimerMs, messageLimits } from './message-limits'

/** The protocol has at most 100. */
const mostSuggestions = 100
const suggestionChars = 1_000

/** The pages of a list, with entries that are checked one by one. */
const page = z.object({
  entries: z
    .array(z.unknown())
    .nullish()
    .transform((entries) => entries ?? []),
  nextCursor: z.string().optional().catch(undefined),
})
const promptResult = z.object({
  messages: z.array(z.object({ role: z.string().catch('user'), content: z.unknown() })),
})
const optionalText = z.string().optional().catch(undefined)
const resourceResult = z.object({
  contents: z.array(
    z.object({ uri: z.string().catch(''), mimeType: optionalText, text: optionalText, blob: optionalText }),
  ),
})
const completionResult = z.object({ completion: z.object({ values: z.array(z.unknown()) }) })

interface ClientConnectionDeps {
  server: string
  clock: Clock
  log: ServerLog
}

/** The other end of a connection: a process, or requests. */
interface Upstream {
  close: () => Promise<void>
  whyEnded: () => Promise<ParleyError | null>
  processorMs: () => number | null
  /** Answers to requests, so far. */
  answerCount: () => number
}

/** A connection through the library's client. */
export class ClientConnection implements ServerConnection {
  readonly facts: ServerFacts
  readonly ended: Promise<ParleyError | null>
  readonly #client: Client
  readonly #deps: ClientConnectionDeps
  readonly #upstream: Upstream
  readonly #declared: readonly ServerList[]
  #isClosing = false

  constructor(client: Client, deps: ClientConnectionDeps, upstream: Upstream) {
    this.#client = client
    this.#deps = deps
    this.#upstream = upstream
    const { promise, resolve } = Promise.withResolvers<void>()
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- not an event target
    client.onclose = resolve
    this.ended = promise.then(() => (this.#isClosing ? null : upstream.whyEnded()))
    const { name = deps.server, version = '' } = client.getServerVersion() ?? {}
    const capabilities = client.getServerCapabilities() ?? {}
    const declared = serverLists.filter((list) => capabilities[list] !== undefined)
    this.facts = {
      name: name.slice(0, 200),
      version: version.slice(0, 100),
      protocol: client.getNegotiatedProtocolVersion() ?? '',
      // A server that says nothing may have tools nevertheless.
      lists: declared.length === 0 ? ['tools'] : declared,
    }
    this.#declared = declared
  }

  list(list: ServerList, signal: AbortSignal): Promise<unknown[]> {
    const found = this.#all({ method: `${list}/list`, field: list }, signal)
    return this.#declared.includes(list) ? found : noneIfRefused(found)
  }

  listTemplates(signal: AbortSignal): Promise<unknown[]> {
    // Many servers with resources do not know this request.
    return noneIfRefused(
      this.#all({ method: 'resources/templates/list', field: 'resourceTemplates' }, signal),
    )
  }

  async #all(list: { method: string; field: string }, signal: AbortSignal): Promise<unknown[]> {
    const entries: unknown[] = []
    const seen = new Set<string>()
    let cursor: string | undefined
    let sizeBytes = 0
    for (let pages = 0; pages < messageLimits.pages; pages += 1) {
      const found = await this.#page(list, cursor, signal)
      entries.push(...found.entries.slice(0, messageLimits.listed - entries.length))
      cursor = found.nextCursor
      sizeBytes += JSON.stringify(found.entries).length
      const isFull = entries.length >= messageLimits.listed || sizeBytes > messageLimits.listBytes
      // The last page, or a server that repeats itself.
      if (cursor === undefined || seen.has(cursor) || isFull) break
      seen.add(cursor)
    }
    return entries
  }

  async callTool(
    { name, input, inputSchema }: Parameters<ServerConnection['callTool']>[0],
    { signal, onProgress }: Parameters<ServerConnection['callTool']>[1],
  ): Promise<unknown> {
    const passed = await this.#ask(signal, () =>
      this.#client.callTool(
        { name, arguments: input },
        {
          ...forever(signal),
          onprogress: (progress) => onProgress(progressText(progress)),
          // The input only for the headers that it asks for; the server checks it.
          toolDefinition: { name, inputSchema: { ...inputSchema, type: 'object' } },
        },
      ),
    )
    return uncheckedResult(passed)
  }

  async getPrompt(
    prompt: { name: string; arguments: Record<string, string> },
    signal: AbortSignal,
  ): Promise<readonly { role: string; content: unknown }[]> {
    const passed = await this.#ask(signal, () => this.#client.getPrompt(prompt, forever(signal)))
    return this.#read(promptResult, passed).messages
  }

  async readResource(
    { uri: given, values }: Parameters<ServerConnection['readResource']>[0],
    signal: AbortSignal,
  ): Promise<readonly ResourceContent[]> {
    const uri = values === undefined ? given : new UriTemplate(given).expand(values)
    const passed = await this.#ask(signal, () =>
      this.#client.readResource({ uri }, { ...forever(signal), cacheMode: 'bypass' }),
    )
    return this.#read(resourceResult, passed).contents
  }

  async suggestValues(
    { uri, name, value, values }: Parameters<ServerConnection['suggestValues']>[0],
    signal: AbortSignal,
  ): Promise<string[]> {
    if (this.#client.getServerCapabilities()?.completions === undefined) return []
    const passed = await this.#ask(signal, () =>
      this.#client.complete(
        { ref: { type: 'ref/resource', uri }, argument: { name, value }, context: { arguments: values } },
        forever(signal),
      ),
    )
    const { values: suggested } = this.#read(completionResult, passed).completion
    return suggested
      .filter((text) => typeof text === 'string')
      .slice(0, mostSuggestions)
      .map((text) => text.slice(0, suggestionChars))
  }

  async answers(limitMs: number): Promise<boolean> {
    const isModern = this.#client.getProtocolEra() === 'modern'
    const options = { timeout: limitMs }
    const before = this.#upstream.answerCount()
    const answer = (isModern ? this.#client.discover(options) : this.#client.ping(options)).then(
      () => true,
      // An error is an answer too, but neither a time-out nor a lost connection.
      (error: unknown) =>
        error instanceof ProtocolError ||
        (error instanceof SdkError && error.code === SdkErrorCode.InvalidResult),
    )
    if ((await withDeadline(answer, { clock: this.#deps.clock, limitMs })) === true) return true
    // It may not know this request, or answer one request after another.
    return this.#upstream.answerCount() > before
  }
  processorMs(): number | null {
    return this.#upstream.processorMs()
  }

  async close(): Promise<void> {
    this.#isClosing = true
    await this.#upstream.close()
    await this.#client.close()
  }

  async #page(
    { method, field }: { method: string; field: string },
    cursor: string | undefined,
    signal: AbortSignal,
  ): Promise<z.infer<typeof page>> {
    const params = cursor === undefined ? {} : { cursor }
    const result: unknown = await this.#ask(signal, () =>
      this.#client.request({ method, params }, z.looseObject({}), forever(signal)),
    )
    const raw = uncheckedResult(result as object)
    if (Array.isArray(raw)) return { entries: raw, nextCursor: undefined }
    const { [field]: entries, nextCursor } = isRecord(raw) ? raw : {}
    return this.#read(page, { entries, nextCursor })
  }

  /** @throws SERVER_FAILED it has another shape */
  #read<Result>(schema: z.ZodType<Result>, passed: object): Result {
    const read = schema.safeParse(uncheckedResult(passed))
    if (!read.success) throw serverFailure('unreadable', { server: this.#deps.server })
    return read.data
  }

  async #ask<Result>(signal: AbortSignal, ask: () => Promise<Result>): Promise<Result> {
    signal.throwIfAborted()
    try {
      return await ask()
    } catch (error) {
      signal.throwIfAborted()
      const reason = this.#client.transport === undefined ? await this.ended : null
      const failure = reason ?? requestFailure(error, this.#deps.server)
      const { reason: why, method } = failure.data ?? {}
      if (why === 'asks') this.#deps.log.add(unsupportedLine(String(method)))
      throw failure
    }
  }
}

/** A list of a server that may not know the request for it. */
async function noneIfRefused(found: Promise<unknown[]>): Promise<unknown[]> {
  try {
    return await found
  } catch (error) {
    if (error instanceof ParleyError && error.data?.['reason'] === 'answered') return []
    throw error
  }
}

/** Calls have limits of their own, which pause while the user is asked. */
function forever(signal: AbortSignal) {
  return { signal, timeout: longestTimerMs }
}

function progressText({ progress, total, message }: Progress): string {
  const share = total === undefined ? `${progress}` : `${progress}/${total}`
  return message === undefined ? share : `${share} ${message.slice(0, messageLimits.progressChars)}`
}
