import { methods, type RequestPermissionResponse } from '@agentclientprotocol/sdk'

import { isDenial } from '../../../shared/agents/agents'
import { ParleyError } from '../../../shared/errors'
import { agentNotice } from '../../../shared/runs/agent-notice'
import { isLateEvent } from '../../../shared/runs/events'
import type { RunContext, SourceEvent } from '../../run-source/run-source'
import type { Clock } from '../../base/clock'
import { timedOut, withDeadline } from '../../base/deadline'
import { pause } from '../../base/pause'
import type { ErrorSink } from '../../errors/error-sink'
import { OddOutput } from '../turns/odd-output'
import { brokenAgent, exitFailure } from '../turns/agent-failure'
import type { AgentExit, AgentSupervisor } from '../agent-process'
import type { RouteTurn } from '../agent-route'
import { agentProfiles } from '../profiles/agent-profiles'
import { AcpConnection } from './acp-connection'
import { acpError } from './acp-errors'
import type { AcpProfile } from './profiles/acp-profile'
import { AcpSession } from './acp-session'
import { approvalAnswer, withdrawn } from './approval-options'
import { EndedTurns, SortedUpdates } from './ended-turns'
import { EventQueue } from './event-queue'
import type { MinuteGuard } from './minute-guard'
import { type AgentAbilities, type PromptOutcome, promptResponse } from './responses'
import { finishOf, meaningOf } from './stop-reasons'
import { TurnEvents, acpUsage } from './turn-events'
import { untilSilent } from './until-silent'
import type { AcpNotification, PermissionRequest } from './updates'
import type { WarmAgent, WarmAgents } from './warm-agents'

/** The time that an agent has to confirm a cancellation before it is killed, in milliseconds. */
const cancelMs = 3_000
/** The time that a program that prints something else has to answer by the protocol. */
const firstAnswerMs = 60_000
/** The longest wait of a stopped turn for its usage. */
const lastUsageMs = 200
/** Updates may follow the response to the prompt: after this long without any, there are no more. */
const lastUpdatesSilenceMs = 40
const longestLastUpdatesMs = 500
/** The longest wait for the exit of a program that has closed its output. */
const exitMs = 2_000
/** The wait for a program whose last line is unreadable. */
const lastLineMs = 150
/** The number of events that may wait for the reader before the agent has to wait. */
const maxWaitingEvents = 1_000

/** The services that all turns share. */
export interface TurnServices {
  supervisor: AgentSupervisor
  warm: WarmAgents
  minutes: MinuteGuard
  clock: Clock
  /** Gets notes about output that Parley does not understand. */
  errors: Pick<ErrorSink, 'warning'>
  /** Parley's version. */
  version: string
}

type Step = { type: 'event'; event: SourceEvent } | { type: 'ask'; ask: () => void }

/** One question to an agent, and its answer. */
export class AcpTurn {
  readonly #services: TurnServices
  readonly #profile: AcpProfile
  readonly #turn: RouteTurn
  readonly #context: RunContext
  readonly #queue = new EventQueue<Step>(maxWaitingEvents)
  /** Aborts when the turn is stopped, or its reader leaves. */
  readonly #stop = new AbortController()
  /** Aborts when the user is no longer asked. */
  readonly #over = new AbortController()
  #connection: AcpConnection | null = null
  #cancelLastUsage: (() => void) | null = null
  #isPrompting = false
  #sorted: SortedUpdates | null = null
  #hasDenied = false
  #costUsd: number | null = null

  constructor(services: TurnServices, profile: AcpProfile, turn: RouteTurn, context: RunContext) {
    this.#services = services
    this.#profile = profile
    this.#turn = turn
    this.#context = context
  }

  /** The events of the turn. Ends soon after a stop; the agent's processes end in the background. */
  async *events(): AsyncGenerator<SourceEvent, void, undefined> {
    const { signal } = this.#context
    if (signal.aborted) return
    const onAbort = () => this.#end()
    signal.addEventListener('abort', onAbort, { once: true })
    void this.#work()
    try {
      for await (const step of this.#queue.read()) {
        if (step.type === 'ask') step.ask()
        else yield step.event
      }
    } finally {
      signal.removeEventListener('abort', onAbort)
      this.#end()
    }
  }

  /** Never rejects: errors go to the reader. */
  async #work(): Promise<void> {
    this.#context.onUpstreamOpened()
    let agent: WarmAgent | null = null
    try {
      agent = await this.#obtain()
      const finish = await this.#ask(agent)
      this.#stop.signal.throwIfAborted()
      this.#over.abort()
      this.#push(finish)
      this.#queue.end()
      await this.#release(agent)
    } catch (error) {
      this.#over.abort()
      this.#sorted?.giveBack()
      if (this.#stop.signal.aborted) this.#queue.end()
      else this.#queue.fail(await this.#failure(error))
      const connection = this.#connection
      // An agent that has answered, even with an error, exits when its input is closed.
      if (connection !== null)
        await this.#services.warm.end(this.#turn.sessionId, connection, connection.isOpen)
    } finally {
      this.#cancelLastUsage?.()
      this.#context.onUpstreamClosed()
    }
  }

  /** The reader left or the run was stopped: gives up everything that is pending. */
  #end(): void {
    if (this.#stop.signal.aborted) return
    this.#stop.abort()
    this.#over.abort()
    const connection = this.#connection
    if (!this.#isPrompting || connection === null) {
      this.#queue.end()
      if (connection !== null) void this.#services.warm.end(this.#turn.sessionId, connection, false)
      return
    }
    this.#cancelLastUsage = this.#services.clock.after(lastUsageMs, () => this.#queue.end())
  }

  async #obtain(): Promise<WarmAgent> {
    const { services, turn } = { services: this.#services, turn: this.#turn }
    const warm = await services.warm.take(turn.sessionId, this.#key(), turn.request.resumeId)
    if (warm !== null) this.#connection = warm.connection
    this.#stop.signal.throwIfAborted()
    const agent = warm ?? (await this.#begin())
    agent.connection.listen(agent.ended.whileIdle(agent.session))
    await agent.session.prepare(turn.request)
    this.#stop.signal.throwIfAborted()
    return agent
  }

  async #begin(): Promise<WarmAgent> {
    const { request, agent, runId } = this.#turn
    const { supervisor, clock, minutes, errors } = this.#services
    if (this.#profile.forgetsWithinMinute === true && request.resumeId !== null)
      await this.#waitForMinute(request.resumeId)
    const process = await supervisor.start({
      command: this.#profile.command(agent, request),
      folder: request.workspace,
      runId,
    })
    const odd = new OddOutput(this.#profile.id, errors)
    const connection = new AcpConnection(process, { now: () => clock.monotonic(), odd })
    this.#connection = connection
    this.#stop.signal.throwIfAborted()
    const abilities = await this.#initialize(connection)
    const session = await AcpSession.open(connection, this.#profile, request, abilities, {
      clock,
      signal: this.#stop.signal,
    })
    minutes.note(session.id)
    return {
      connection,
      session,
      toolCallIds: new Set(),
      ended: new EndedTurns(),
      reportedWarnings: new Set(),
      costUsd: request.resumeId === null ? 0 : null,
    }
  }

  /** @throws AGENT_FAILED it is no agent: it prints lines, but none of the protocol */
  async #initialize(connection: AcpConnection): Promise<AgentAbilities> {
    const { version, clock } = this.#services
    const answer = connection.initialize(version, this.#profile.clientMeta ?? {})
    const early = await withDeadline(answer, { clock, limitMs: firstAnswerMs })
    if (early !== timedOut) return early
    const { lastLine } = connection.odd
    if (lastLine !== '') throw brokenAgent(this.#profile.id, 'unreadable', { said: lastLine })
    return await answer
  }

  async #waitForMinute(sessionId: string): Promise<void> {
    const waitMs = this.#services.minutes.waitMs(sessionId)
    if (waitMs === 0) return
    const { name } = agentProfiles[this.#profile.id]
    const seconds = Math.ceil(waitMs / 1_000)
    this.#push(agentNotice({ reason: 'session-too-new', providerName: name, seconds }))
    await pause(this.#services.clock, waitMs, this.#stop.signal)
    this.#stop.signal.throwIfAborted()
  }

  async #ask(agent: WarmAgent): Promise<SourceEvent> {
    const { connection, session } = agent
    const { request } = this.#turn
    const events = new TurnEvents(this.#profile, request.workspace, agent, connection.odd)
    const sorted = new SortedUpdates(events, agent.ended)
    this.#sorted = sorted
    connection.listen({
      onUpdate: (notification) => this.#onUpdate(notification, session, sorted),
      onPermission: (asked, signal) => this.#onPermission(asked, signal, session, events),
      whenReady: () => this.#queue.whenReady(),
    })
    this.#context.saveAgentSession(session.id)
    const outcome = await this.#prompt(agent)
    await new Promise((resolve) => setImmediate(resolve))
    if (meaningOf(outcome.stopReason) !== 'cancelled') await this.#lastUpdates(connection)
    for (const event of [...sorted.rest(), ...events.rest()]) this.#push(event)
    const notice = connection.odd.takeNotice()
    if (notice !== null) this.#push(notice)
    for (const id of events.toolCallIds) agent.toolCallIds.add(id)
    const { addLate } = this.#context
    agent.ended.add({ events, add: (event) => void (isLateEvent(event) && addLate?.(event)) })
    const usage = { ...acpUsage(outcome.usage ?? null), ...this.#cost(agent) }
    if (Object.keys(usage).length > 0) this.#push({ type: 'usage', usage })
    return finishOf(this.#profile.id, outcome.stopReason, { hasDenied: this.#hasDenied, odd: connection.odd })
  }

  async #prompt({ connection, session }: WarmAgent): Promise<PromptOutcome> {
    const answer = connection.request(methods.agent.session.prompt, {
      sessionId: session.id,
      prompt: this.#content(session),
    })
    this.#isPrompting = true
    const cancelTimer = this.#cancelOnStop(connection, session.id)
    try {
      return promptResponse.parse(await answer)
    } finally {
      this.#isPrompting = false
      cancelTimer()
    }
  }

  /** Asks the agent to cancel when the turn is stopped, and ends the agent if it does not. */
  #cancelOnStop(connection: AcpConnection, sessionId: string): () => void {
    let cancelTimer: (() => void) | null = null
    const onStop = () => {
      connection.cancel(sessionId)
      cancelTimer = this.#services.clock.after(cancelMs, () => {
        void this.#services.warm.end(this.#turn.sessionId, connection, false)
      })
    }
    this.#stop.signal.addEventListener('abort', onStop, { once: true })
    return () => {
      this.#stop.signal.removeEventListener('abort', onStop)
      cancelTimer?.()
    }
  }

  async #lastUpdates(connection: AcpConnection): Promise<void> {
    await this.#queue.whenReady()
    await untilSilent(connection, {
      clock: this.#services.clock,
      signal: this.#stop.signal,
      silenceMs: lastUpdatesSilenceMs,
      longestMs: longestLastUpdatesMs,
    })
  }

  #content(session: AcpSession): Record<string, unknown>[] {
    const { prompt, images, systemText, resumeId } = this.#turn.request
    const tellsSystemText = this.#profile.putsSystemTextInPrompt === true && resumeId === null
    if (images.length > 0 && !session.takesImages) {
      const { name } = agentProfiles[this.#profile.id]
      this.#push(agentNotice({ reason: 'no-images', providerName: name }))
    }
    return [
      ...(tellsSystemText && systemText !== null ? [{ type: 'text', text: systemText }] : []),
      { type: 'text', text: prompt },
      ...(session.takesImages ? images : []).map(({ mediaType, bytes }) => ({
        type: 'image',
        mimeType: mediaType,
        data: Buffer.from(bytes).toString('base64'),
      })),
    ]
  }

  #onUpdate(notification: AcpNotification, session: AcpSession, updates: SortedUpdates): void {
    session.onUpdate(notification)
    const { sessionId, update } = notification
    if (sessionId !== session.id) return
    if (session.exceeds(this.#turn.request.permission)) {
      return this.#queue.fail(brokenAgent(this.#profile.id, 'changes-mode'))
    }
    if (update.sessionUpdate === 'usage_update' && update.cost?.currency === 'USD')
      this.#costUsd = update.cost.amount
    for (const event of updates.of(update)) this.#push(event)
  }

  #onPermission(
    { sessionId, toolCall, options }: PermissionRequest,
    signal: AbortSignal,
    session: AcpSession,
    events: TurnEvents,
  ): Promise<RequestPermissionResponse> {
    const withdrawal = AbortSignal.any([this.#over.signal, signal])
    if (sessionId !== session.id || withdrawal.aborted) return Promise.resolve(withdrawn)
    const { events: announced, approval } = events.approval(toolCall)
    for (const event of announced) this.#push(event)
    const { promise, resolve } = Promise.withResolvers<RequestPermissionResponse>()
    withdrawal.addEventListener('abort', () => resolve(withdrawn), { once: true })
    const ask = async () => {
      try {
        const decision = await this.#context.requestApproval(approval, withdrawal)
        if (isDenial(decision)) {
          this.#hasDenied = true
          events.deny(toolCall.toolCallId)
        }
        resolve(approvalAnswer(options, decision))
      } catch (error) {
        resolve(withdrawn)
        if (!withdrawal.aborted) this.#queue.fail(error)
      }
    }
    // Queued in order, so that the call is shown before its request.
    this.#queue.push({ type: 'ask', ask: () => void ask() })
    return promise
  }

  #cost(agent: WarmAgent): { costUsd?: number } {
    const before = agent.costUsd
    agent.costUsd = this.#costUsd ?? before
    if (this.#costUsd === null || before === null || this.#costUsd <= before) return {}
    return { costUsd: this.#costUsd - before }
  }

  /** Makes the agent available for the chat's next question before the end of this answer is visible. */
  #release(agent: WarmAgent): Promise<void> {
    agent.connection.listen(agent.ended.whileIdle(agent.session))
    this.#connection = null
    return this.#services.warm.keep(this.#turn.sessionId, this.#key(), agent)
  }

  async #failure(error: unknown): Promise<unknown> {
    const { id } = this.#profile
    const connection = this.#connection
    if (connection === null || connection.isOpen) {
      const known = acpError(id, error)
      if (known instanceof ParleyError && known.data?.['reason'] === 'session-lost')
        this.#push(agentNotice({ reason: 'session-lost' }))
      return known
    }
    const { reason } = connection.signal as { reason: unknown }
    const known = acpError(id, reason)
    const exit = await this.#exitOf(connection, known instanceof ParleyError ? lastLineMs : exitMs)
    // A program's last output says less than the fact that it exited.
    if (known instanceof ParleyError && exit === null) return known
    return exitFailure(id, exit, connection.process.stderr() || connection.odd.lastLine)
  }

  async #exitOf({ process }: AcpConnection, withinMs: number): Promise<AgentExit | null> {
    const exit = await withDeadline(process.exited, { clock: this.#services.clock, limitMs: withinMs })
    return exit === timedOut ? null : exit
  }

  #push(event: SourceEvent): void {
    this.#queue.push({ type: 'event', event })
  }

  #key(): string {
    const { agent, request } = this.#turn
    const { workspace, permission, model, systemText } = request
    return JSON.stringify([this.#profile.id, agent, workspace, permission, model, systemText])
  }
}
