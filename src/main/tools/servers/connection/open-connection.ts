import { Client, type ClientOptions, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/client'

import type { ParleyError } from '../../../../shared/errors'
import { serverFailure } from '../../../../shared/failures/server-failure'
import { invariant } from '../../../../shared/invariant'
import { withWholeCharacters } from '../../../../shared/text/well-formed-json'
import type { Clock } from '../../../base/clock'
import type { ServerSetup } from '../../../model-setup/setups'
import { createBoundedFetch } from './bounded-fetch'
import { ClientConnection } from './client-connection'
import { connectFailure } from './client-failures'
import type { ConnectionEvents, ServerConnection, TokenAuth } from './connection'
import { HttpTransport } from './http-transport'
import { longestTimerMs, messageLimits } from './message-limits'
import { MessageReader } from './message-reader'
import { ReadableResponses } from './readable-response'
import { openProcess, type StartServerProgram } from './server-process'
import { type ServerLog, unsupportedLine } from './server-log'

/** The settings and services for opening a connection. */
export interface ConnectionDeps {
  /** The server's id. */
  server: string
  /** Parley's version, which servers are told. */
  version: string
  clock: Clock
  log: ServerLog
  events: ConnectionEvents
  /** Starts its program under supervision. */
  startProgram: StartServerProgram
  /** The private hosts that the user has named in Settings. */
  namedHosts: () => readonly string[]
  /** The sign-in of an HTTP server. */
  auth?: TokenAuth
}

/** The longest silence of a server that only knows older versions of the protocol about a newer one's question. */
const probeTimeoutMs = 5_000

/**
 * Connects to a server in whichever version of the protocol it speaks. `signal` gives up; nothing stays open then.
 * @throws ParleyError why it could not be connected, or the reason of `signal`
 */
export async function openConnection(
  setup: ServerSetup,
  deps: ConnectionDeps,
  signal: AbortSignal,
): Promise<ServerConnection> {
  if (setup.type === 'http') return openHttp(setup, deps, signal)
  // Some older servers exit when they are asked whether they are newer.
  const connection =
    (await openStdio(setup, deps, { signal, isOlder: false })) ??
    (await openStdio(setup, deps, { signal, isOlder: true }))
  invariant(connection !== null, 'the older version has no other')
  return connection
}

/** Null if the program exited before it answered a question that older servers do not know. */
async function openStdio(
  setup: Extract<ServerSetup, { type: 'stdio' }>,
  deps: ConnectionDeps,
  { signal, isOlder }: { signal: AbortSignal; isOlder: boolean },
): Promise<ServerConnection | null> {
  signal.throwIfAborted()
  const program = await openProcess(setup, deps)
  const client = createClient(deps)
  // The library notices an abort only once it has sent its first request.
  const onAbort = () => void program.close()
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    signal.throwIfAborted()
    await client.connect(program.transport, {
      timeout: longestTimerMs,
      ...(isOlder ? { prior: { kind: 'legacy' } } : {}),
    })
    signal.throwIfAborted()
  } catch (error) {
    const { fault } = program.transport
    const why = program.transport.isClosed ? await program.whyEnded() : connectFailure(error, deps.server)
    await program.close()
    signal.throwIfAborted()
    if (!isOlder && fault === null && why?.data?.['reason'] === 'exited') return null
    throw why ?? connectFailure(error, deps.server)
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
  return new ClientConnection(client, deps, {
    close: () => program.close(),
    whyEnded: () => program.whyEnded(),
    processorMs: () => program.processorMs(),
    answerCount: () => program.answerCount(),
  })
}

async function openHttp(
  setup: Extract<ServerSetup, { type: 'http' }>,
  deps: ConnectionDeps,
  signal: AbortSignal,
): Promise<ServerConnection> {
  const { server, clock, namedHosts, auth } = deps
  let fault: ParleyError | null = null
  const fetchFn = createBoundedFetch({
    server,
    url: setup.url,
    headers: setup.headers,
    clock,
    namedHosts,
    onTooLarge(error) {
      fault = error
      void transport.close()
    },
  })
  const ownAddress = new URL(setup.url).href
  const reader = new MessageReader((line) => deps.log.add(line))
  const readable = new ReadableResponses(reader, { server, onForeign: (text) => deps.log.add(text) })
  const transport = new HttpTransport(new URL(setup.url), reader, {
    ...(auth === undefined ? {} : { authProvider: auth }),
    async fetch(url, init = {}) {
      const { body } = init
      const response = await fetchFn(
        url,
        typeof body === 'string' ? { ...init, body: withWholeCharacters(body) } : init,
      )
      if (response.status === 401) auth?.refused(response, new Headers(init.headers).get('authorization'))
      return new URL(url).href === ownAddress ? readable.read(response, init) : response
    },
    // Nothing is kept open for a server that is gone: the next call connects again.
    reconnectionOptions: {
      maxRetries: 2,
      initialReconnectionDelay: 1_000,
      maxReconnectionDelay: 10_000,
      reconnectionDelayGrowFactor: 2,
    },
  })
  const client = createClient(deps)
  const onAbort = () => void transport.close()
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    await client.connect(transport, { signal, timeout: longestTimerMs })
  } catch (error) {
    await transport.close()
    signal.throwIfAborted()
    throw connectFailure(error, server)
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
  return new ClientConnection(client, deps, {
    async close() {
      // A server that is gone cannot end its session.
      await Promise.race([transport.terminateSession().catch(() => {}), pause(clock, 1_000)])
      await transport.close()
    },
    whyEnded: () => Promise.resolve(fault ?? serverFailure('connection-lost', { server })),
    processorMs: () => null,
    answerCount: () => reader.answerCount,
  })
}

function pause(clock: Clock, delayMs: number): Promise<void> {
  return new Promise((resolve) => clock.after(delayMs, resolve))
}

/** Results are checked in a thread; see `calls/assert-matches.ts`. */
const acceptsAll: NonNullable<ClientOptions['jsonSchemaValidator']> = {
  getValidator: () => (data) => ({ valid: true, data: data as never, errorMessage: undefined }),
}

function createClient({ version, events, log }: ConnectionDeps): Client {
  const watch = (list: Parameters<typeof events.onListChanged>[0]) => ({
    autoRefresh: false,
    // A call must not overtake a change that was reported before it.
    debounceMs: 0,
    onChanged: () => events.onListChanged(list),
  })
  const client = new Client(
    { name: 'parley', title: 'Parley', version },
    {
      capabilities: { elicitation: { form: {}, url: {} } },
      versionNegotiation: { mode: 'auto', probe: { timeoutMs: probeTimeoutMs } },
      listChanged: { tools: watch('tools'), prompts: watch('prompts'), resources: watch('resources') },
      jsonSchemaValidator: acceptsAll,
      inputRequired: { maxRounds: 10 },
      listMaxPages: messageLimits.pages,
    },
  )
  client.setRequestHandler('elicitation/create', ({ params }, { mcpReq }) =>
    events.elicit(params, mcpReq.signal),
  )
  // Such as sampling and roots.
  client.fallbackRequestHandler = ({ method }) => {
    const asked = method.slice(0, 100)
    log.add(unsupportedLine(asked))
    return Promise.reject(
      new ProtocolError(ProtocolErrorCode.MethodNotFound, `Parley does not support ${asked}.`),
    )
  }
  client.setNotificationHandler('notifications/message', ({ params }) => {
    const { level, data } = params
    log.add(`[${level}] ${typeof data === 'string' ? data : JSON.stringify(data)}`)
  })
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- not an event target
  client.onerror = (error) => log.add(error.message)
  return client
}
