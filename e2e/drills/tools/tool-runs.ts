import { setTimeout as pause } from 'node:timers/promises'

import type { SessionId } from '../../../src/shared/ids.ts'
import type { Message } from '../../../src/shared/sessions/messages.ts'
import type { WireClient } from '../../helpers/wire-client.ts'
import { within } from '../parts/drill.ts'
import { RunFollower } from '../parts/run-follower.ts'
import { storedMessages } from '../parts/stage.ts'
import { enabledTools, type ToolPlan } from './tool-plans.ts'

/** How long a run may take at most; no tool of the drill takes longer than some seconds. */
const runWithinMs = 60_000

export interface ToolStage {
  client: WireClient
  /** The folder that the user chose. */
  folder: string
}

/** The outcome of a run. */
export interface PlayedRun {
  plan: ToolPlan
  status: Message['status'] | null
  /** From the request to stop until the answer was saved and everything closed; null if it was not stopped. */
  stopMs: number | null
  calls: number
  cards: number
  breaches: string[]
}

/** Plays one run in a chat, or in two panes at once. */
export async function playPlan(stage: ToolStage, plan: ToolPlan): Promise<PlayedRun> {
  return plan.kind === 'pair' ? playPair(stage, plan) : playChat(stage, plan)
}

async function playChat(stage: ToolStage, plan: ToolPlan): Promise<PlayedRun> {
  const { client, folder } = stage
  const { session } = await client.invoke('sessions.create', {
    model: `fake/${plan.kind}`,
    workspace: folder,
    tools: { enabled: [...enabledTools] },
  })
  const cards = new Cards(client, session.id, plan)
  const watch = client.open('session.watch', { sessionId: session.id }, cards.receiver)
  const { runId } = await client.invoke('runs.send', { sessionId: session.id, text: 'Go' })
  const isOver = () => cards.follower.runs.get(runId)?.end != null
  await within(runWithinMs, untilMoment(cards, plan, isOver), `${plan.kind}: ${plan.moment}`)
  let stopMs: number | null = null
  if (plan.moment !== 'never') {
    const startedMs = performance.now()
    const { stopped } = await client.invoke('runs.stop', { sessionId: session.id })
    if (stopped) stopMs = performance.now() - startedMs
  }
  await within(runWithinMs, cards.follower.waitForSync(runId), `${plan.kind}: the end of the run`)
  watch.close()
  return inspected(stage, [session.id], { plan, stopMs, cards: [cards] })
}

async function playPair(stage: ToolStage, plan: ToolPlan): Promise<PlayedRun> {
  const { client, folder } = stage
  const pane = { model: 'fake/pair', workspace: folder, tools: { enabled: [...enabledTools] } }
  const { comparison } = await client.invoke('compare.create', { models: [pane, pane] })
  const panes = comparison.panes.map(({ paneId, sessionId }) => {
    const cards = new Cards(client, sessionId, plan)
    const stream = client.open('pane.run', { paneId, text: 'Go' }, cards.receiver)
    return { sessionId, cards, stream }
  })
  const isOver = () => panes.some(({ cards }) => cards.follower.streamEnd !== null)
  const [first] = panes
  if (first === undefined) throw new Error('a comparison has panes')
  await within(runWithinMs, untilMoment(first.cards, plan, isOver), `pair: ${plan.moment}`)
  let stopMs: number | null = null
  if (plan.moment !== 'never') {
    const startedMs = performance.now()
    for (const { stream } of panes) {
      stream.close()
      // The other pane takes over the card, and then ends, too.
      await pause(plan.afterMs)
    }
    stopMs = Math.max(0, performance.now() - startedMs - panes.length * plan.afterMs)
  }
  const ends = panes.map(({ cards }) => cards.follower.waitFor((each) => each.streamEnd !== null))
  await within(runWithinMs, Promise.all(ends), 'pair: the end of the runs')
  const sessionIds = panes.map(({ sessionId }) => sessionId)
  return inspected(stage, sessionIds, { plan, stopMs, cards: panes.map(({ cards }) => cards) })
}

/** Resolves at the moment when the run is to be cancelled, or when it is over. */
async function untilMoment(
  cards: Cards,
  { moment, afterMs }: ToolPlan,
  isOver: () => boolean,
): Promise<void> {
  const { follower } = cards
  const hasCall = () =>
    follower.current?.snapshot.message.parts.some(({ type }) => type === 'tool-call') === true
  switch (moment) {
    case 'at once':
      break
    case 'the call':
      await follower.waitFor(() => isOver() || hasCall())
      break
    case 'the card':
      await follower.waitFor(() => isOver() || cards.count > 0)
      break
    case 'never':
      await follower.waitFor(isOver)
      return
  }
  await pause(afterMs)
}

/** Checks what is stored: one answer per session, and every call ended exactly once. */
async function inspected(
  { client }: ToolStage,
  sessionIds: readonly SessionId[],
  { plan, stopMs, cards }: { plan: ToolPlan; stopMs: number | null; cards: readonly Cards[] },
): Promise<PlayedRun> {
  const breaches: string[] = cards.flatMap(({ follower }) => follower.breaches)
  const answers: Message[] = []
  for (const sessionId of sessionIds) {
    const stored = (await storedMessages(client, sessionId)).filter(({ role }) => role === 'assistant')
    if (stored.length !== 1) breaches.push(`${plan.kind}: ${stored.length} answers`)
    answers.push(...stored)
  }
  let calls = 0
  for (const { parts, status } of answers) {
    const made = parts.filter((part) => part.type === 'tool-call')
    const results = parts.filter((part) => part.type === 'tool-result')
    calls += made.length
    for (const { toolCallId, state } of made) {
      const count = results.filter((result) => result.toolCallId === toolCallId).length
      const expected = state === 'cancelled' ? 0 : 1
      if (state === 'running' || count !== expected)
        breaches.push(`${plan.kind}: a call is ${state} and has ${count} results`)
    }
    if (status !== 'partial' && status !== 'complete') breaches.push(`${plan.kind}: the answer is ${status}`)
    if (status === 'partial' && plan.moment === 'never') breaches.push(`${plan.kind}: ended without a stop`)
  }
  return {
    plan,
    status: answers[0]?.status ?? null,
    stopMs: answers[0]?.status === 'partial' ? stopMs : null,
    calls,
    cards: cards.reduce((sum, { count }) => sum + count, 0),
    breaches,
  }
}

/** Follows a run and answers its cards and forms as planned. */
class Cards {
  readonly follower: RunFollower
  /** The number of cards and forms that it has shown. */
  count = 0
  readonly #client: WireClient
  readonly #sessionId: SessionId
  readonly #plan: ToolPlan
  readonly #seen = new Set<string>()

  constructor(client: WireClient, sessionId: SessionId, plan: ToolPlan) {
    this.#client = client
    this.#sessionId = sessionId
    this.#plan = plan
    this.follower = new RunFollower(plan.kind)
  }

  get receiver() {
    return {
      onEvents: (events: Parameters<RunFollower['onEvents']>[0]) => {
        this.#look(events)
        this.follower.onEvents(events)
      },
      onEnd: (end: Parameters<RunFollower['onEnd']>[0]) => this.follower.onEnd(end),
    }
  }

  #look(events: Parameters<RunFollower['onEvents']>[0]): void {
    const { decision } = this.#plan
    for (const event of events) {
      if (event.type !== 'approval-request' && event.type !== 'form-request') continue
      const id = event.type === 'approval-request' ? event.approvalId : event.formId
      if (this.#seen.has(id)) continue
      this.#seen.add(id)
      this.count += 1
      if (decision === null) continue
      // It may have been withdrawn since.
      void this.#answer(event, decision).catch(() => {})
    }
  }

  async #answer(
    event: { type: 'approval-request'; approvalId: string } | { type: 'form-request'; formId: string },
    decision: 'once' | 'deny',
  ): Promise<void> {
    const sessionId = this.#sessionId
    if (event.type === 'approval-request') {
      await this.#client.invoke('approvals.answer', { approvalId: event.approvalId, decision })
    } else if (decision === 'deny') {
      await this.#client.invoke('forms.dismiss', { sessionId, formId: event.formId })
    } else {
      await this.#client.invoke('forms.submit', { sessionId, formId: event.formId, values: { name: 'Ada' } })
    }
  }
}
