import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'

import type { RunId, SessionId } from '../../../src/shared/ids.ts'
import { type Message, messageText, type Receipt } from '../../../src/shared/sessions/messages.ts'
import { preciseNow } from '../../fake-provider/fake-request.ts'
import type { ParleyApi } from '../../../src/renderer/rpc/parley-api.ts'
import { type AgentPlan, begunFile } from './agent-plans.ts'
import type { AgentStage } from './agent-stage.ts'
import type { AgentTrace } from './agent-traces.ts'
import { until } from '../parts/moments.ts'
import { RunFollower } from '../parts/run-follower.ts'
import { storedMessages } from '../parts/stage.ts'

/** Where an agent is started. `paneId` is null in a chat. */
export interface Seat {
  sessionId: SessionId
  paneId: string | null
  folder: string
}

/** The result of one start. */
export interface Played {
  plan: AgentPlan
  seat: Seat
  /** Null if the pane was closed before its run began. */
  runId: RunId | null
  how: 'stopped' | 'completed' | 'failed' | 'never started'
  /** From the stop request to its reply; null if it was not cancelled. */
  stopMs: number | null
  receipt: Receipt | null
  stored: Message | null
  breaches: string[]
}

/** A run in progress, and how to end it. */
interface Begun {
  follower: RunFollower
  runId(): RunId | null
  stop(): Promise<{ stopped: boolean; receipt: Receipt | null }>
  leave(): void
}

/** Plays one start to its end and inspects what is left. */
export async function playAgent(
  stage: AgentStage,
  client: ParleyApi,
  seat: Seat,
  plan: AgentPlan,
): Promise<Played> {
  const begun = seat.paneId === null ? await sendInChat(client, seat, plan) : runInPane(client, seat, plan)
  const { follower } = begun
  const stopApproving = plan.moment === 'during an approval' ? () => {} : approveAll(client, follower)
  try {
    await momentOf(plan, { stage, seat, begun })
    await until(preciseNow() + plan.delayMs)
    if (plan.moment === 'never') {
      await follower.waitFor(isOver)
      return await inspect(stage, client, { plan, seat, begun, answer: null, stopMs: null })
    }
    const askedMs = performance.now()
    const answer = await begun.stop()
    const stopMs = performance.now() - askedMs
    return await inspect(stage, client, { plan, seat, begun, answer, stopMs })
  } finally {
    stopApproving()
    begun.leave()
  }
}

/** Asks a question that every agent answers at once, and returns the stored answer. */
export async function askAgain(client: ParleyApi, seat: Seat, text: string): Promise<Message | undefined> {
  const plan = { prompt: text }
  const begun = seat.paneId === null ? await sendInChat(client, seat, plan) : runInPane(client, seat, plan)
  const stopApproving = approveAll(client, begun.follower)
  try {
    await begun.follower.waitFor(isOver)
    const runId = begun.runId()
    return (await storedMessages(client, seat.sessionId)).find((message) => message.runId === runId)
  } finally {
    stopApproving()
    begun.leave()
  }
}

async function sendInChat(
  client: ParleyApi,
  { sessionId }: Seat,
  { prompt }: Pick<AgentPlan, 'prompt'>,
): Promise<Begun> {
  const follower = new RunFollower('the chat')
  const watch = client.open('session.watch', { sessionId }, follower)
  const { runId } = await client.invoke('runs.send', { sessionId, text: prompt })
  return {
    follower,
    runId: () => runId,
    async stop() {
      const answer = await client.invoke('runs.stop', { sessionId })
      await follower.waitForSync(runId)
      return answer
    },
    leave: () => watch.close(),
  }
}

function runInPane(client: ParleyApi, { paneId }: Seat, { prompt }: Pick<AgentPlan, 'prompt'>): Begun {
  const follower = new RunFollower('the pane')
  const stream = client.open('pane.run', { paneId: paneId ?? '', text: prompt }, follower)
  return {
    follower,
    runId: () => follower.current?.runId ?? null,
    async stop() {
      stream.close()
      await follower.waitFor(({ streamEnd }) => streamEnd !== null)
      const end = follower.streamEnd
      return { stopped: end?.reason === 'stopped', receipt: end?.receipt ?? null }
    },
    leave: () => stream.close(),
  }
}

/** True once the run (or the attempt to start it) has ended and the stored messages have arrived. */
function isOver({ current, streamEnd, sync }: RunFollower): boolean {
  if (streamEnd !== null) return true
  return current?.end != null && sync?.messages.some(({ runId }) => runId === current.runId) === true
}

/** Allows every request once, like a user who is watching. */
function approveAll(client: ParleyApi, follower: RunFollower): () => void {
  const answered = new Set<string>()
  let isLeft = false
  const approve = async () => {
    for (;;) {
      await follower.waitFor((each) => isLeft || isOver(each) || unanswered(each, answered).length > 0)
      if (isLeft || isOver(follower)) return
      for (const approvalId of unanswered(follower, answered)) {
        answered.add(approvalId)
        // A stop withdraws the request.
        await client.invoke('approvals.answer', { approvalId, decision: 'once' }).catch(() => {})
      }
    }
  }
  void approve()
  return () => {
    isLeft = true
  }
}

function unanswered({ current }: RunFollower, answered: ReadonlySet<string>): string[] {
  const pending = current?.snapshot.pending.approvals ?? []
  return pending.map(({ approvalId }) => approvalId).filter((id) => !answered.has(id))
}

/** Waits until the agent reaches the moment at which it is to be cancelled, or its answer is complete. */
async function momentOf(
  plan: AgentPlan,
  { stage, seat, begun }: { stage: AgentStage; seat: Seat; begun: Begun },
): Promise<void> {
  const { follower } = begun
  const says = (text: string) =>
    follower.waitFor(
      (each) =>
        isOver(each) || (each.current !== null && messageText(each.current.snapshot.message).includes(text)),
    )
  switch (plan.moment) {
    case 'never':
    case 'before the start':
    case 'during the start':
      return
    case 'in mid-stream':
      // Codex prints nothing until its answer is complete, so only the start of its work can be awaited.
      if (stage.route === 'acp' || plan.agentId === 'claude-code') await says('w1')
      else await pause(900)
      return
    case 'during a tool':
      while (!isOver(follower) && !hasBegun(stage, seat, begun.runId())) await pause(30)
      return
    case 'during an approval':
      await follower.waitFor(
        (each) => isOver(each) || (each.current?.snapshot.pending.approvals.length ?? 0) > 0,
      )
      return
    case 'right at the end':
      return await says(`w${(plan.tokens ?? 1) - 1}`)
    case 'after its result':
      return await says('Done.')
  }
}

function hasBegun(stage: AgentStage, seat: Seat, runId: RunId | null): boolean {
  if (seat.paneId === null) return existsSync(join(seat.folder, begunFile))
  const traces = stage.traces().filter((trace) => trace.runId === runId)
  return traces.some(({ folder }) => existsSync(join(folder, begunFile)))
}

async function inspect(
  stage: AgentStage,
  client: ParleyApi,
  run: {
    plan: AgentPlan
    seat: Seat
    begun: Begun
    answer: { stopped: boolean; receipt: Receipt | null } | null
    stopMs: number | null
  },
): Promise<Played> {
  const { plan, seat, begun, answer, stopMs } = run
  const messages = await storedMessages(client, seat.sessionId)
  // If a stream was closed at once, it may not have named its run.
  const runId = begun.runId() ?? messages.find(({ role }) => role === 'assistant')?.runId ?? null
  const stored = messages.filter((message) => message.runId === runId)
  const [message = null] = runId === null ? [] : stored
  const end = runId === null ? undefined : begun.follower.runs.get(runId)?.end
  const played: Played = {
    plan,
    seat,
    runId,
    how: message === null ? 'never started' : howOf(message),
    stopMs,
    receipt: answer?.receipt ?? null,
    stored: message,
    breaches: [...begun.follower.breaches],
  }
  const check = (holds: boolean, breach: string) => {
    if (!holds) played.breaches.push(breach)
  }
  if (message === null) {
    check(answer !== null && runId === null, 'nothing was stored')
    return played
  }
  check(stored.length === 1, `stored ${stored.length} times`)
  if (answer?.stopped === true) {
    const left = stage.traces().filter((trace) => isOf(trace, seat, runId))
    check(left.length === 0, `left: ${left.map(({ pid, command }) => `${pid} ${command}`).join(', ')}`)
    check(message.status === 'partial', `cancelled, but stored as ${message.status}`)
    check(end == null || end.status === 'stopped', `cancelled, but reported as ${end?.status}`)
    check(isGone(stage, played), 'the receipt does not say that it ended')
    check(isDeepStrictEqual(message.receipt ?? null, played.receipt), 'the stored receipt is different')
  } else {
    check(message.status === 'complete', `not cancelled, but ${message.status}: ${failureOf(message)}`)
    const counted = countWords(messageText(message))
    check(plan.tokens === null || counted === plan.tokens, `${counted} of ${plan.tokens} tokens came`)
  }
  return played
}

function isOf(trace: AgentTrace, seat: Seat, runId: RunId | null): boolean {
  // Panes side by side may work in the same folder.
  return trace.runId === runId || (seat.paneId === null && trace.folder === seat.folder)
}

/** False if nothing was started. */
function isGone(stage: AgentStage, { receipt, runId }: Played): boolean {
  return receipt?.upstreamClosedMs != null || (runId !== null && !stage.hasStarted(runId))
}

function howOf({ status }: Message): Played['how'] {
  return status === 'partial' ? 'stopped' : status === 'complete' ? 'completed' : 'failed'
}

function failureOf({ parts }: Message): string {
  const failure = parts.find((part) => part.type === 'error')
  return failure === undefined ? 'no error' : `${failure.code} ${failure.message}`
}

/** Counts the fakes' numbered words in a text, in order; null if one is missing or repeated. */
function countWords(text: string): number | null {
  const numbers = Array.from(text.matchAll(/\bw(\d+) /g), ([, number]) => Number(number))
  return numbers.every((number, index) => number === index) ? numbers.length : null
}
