import type { ApprovalDecision } from '../../../../shared/agents/agents'
import { ParleyError } from '../../../../shared/errors'
import type { ApprovalRequest } from '../../../../shared/runs/events'
import type { RunContext } from '../../../run-source/run-source'
import { StopSignal } from '../../../run-source/stop-signal'
import type { AgentRoute, RouteTurn } from '../../agent-route'
import { type Happening, storyOf } from './story'

/**
 * The decision for an agent that asks: `never` leaves the request open until it is withdrawn; an error means that the
 * request cannot be made.
 */
export type Decide = ApprovalDecision | 'never' | ParleyError

/** One turn, drained and observed from outside. */
export interface TurnProbe {
  readonly turn: RouteTurn
  readonly signal: AbortSignal
  readonly happenings: readonly Happening[]
  readonly upstream: { opened: number; closed: number }
  /** The text of the answer so far. */
  readonly text: string
  /** The text that was added to its answer after the end. */
  readonly lateText: string
  /** The last session that it asked to keep. */
  readonly resumeId: string | null
  readonly story: string[]
  /** Resolves when the generator has ended, with the error that it threw. */
  readonly ended: Promise<ParleyError | null>
  /** Resolves when the generator has ended and no process works for the turn. */
  readonly closed: Promise<void>
  /** Resolves when this has happened. @throws Error the turn ended without it */
  waitFor(fits: (happening: Happening) => boolean): Promise<void>
  stop(): void
  /** Interferes from outside, and adds that to the story. */
  interfere(what: string, act: () => void): void
}

/** Starts a turn. */
export function startTurn(
  route: AgentRoute,
  turn: RouteTurn,
  options: { decide: Decide; isStopped: boolean; leavesAt?: ((happening: Happening) => boolean) | undefined },
): TurnProbe {
  const controller = new AbortController()
  const { signal } = controller
  const happenings: Happening[] = []
  const upstream = { opened: 0, closed: 0 }
  const waiters = new Set<() => void>()
  const closed = Promise.withResolvers<void>()
  let [hasEnded, resumeId]: [boolean, string | null] = [false, null]
  let lateText = ''
  const happen = (happening: Happening) => {
    happenings.push(happening)
    for (const look of waiters) look()
  }
  const lookWhetherClosed = () => {
    if (hasEnded && upstream.opened <= upstream.closed) closed.resolve()
  }
  const context: RunContext = {
    signal,
    onUpstreamOpened: () => void (upstream.opened += 1),
    onUpstreamClosed: () => {
      upstream.closed += 1
      lookWhetherClosed()
    },
    requestForm: () => Promise.reject(new Error('unexpected form')),
    requestApproval: (approval, withdrawal = signal) => {
      happen({ type: 'asked', approval })
      return decided(options.decide, AbortSignal.any([signal, withdrawal]), (decision) =>
        happen({ type: 'answered', decision }),
      )
    },
    saveAgentSession: (id) => {
      resumeId = id
      happen({ type: 'kept', resumeId: id })
    },
    addLate(event) {
      if (event.type === 'text-delta') lateText += event.text
    },
  }
  if (options.isStopped) controller.abort(new StopSignal('user'))
  const drain = async (): Promise<ParleyError | null> => {
    try {
      for await (const event of route(turn, context)) {
        happen(event)
        if (options.leavesAt?.(event) === true) break
      }
      return null
    } catch (error) {
      const known = error instanceof ParleyError ? error : new ParleyError('INTERNAL', String(error))
      happen({ type: 'failed', error: known })
      return known
    } finally {
      hasEnded = true
      lookWhetherClosed()
      for (const look of waiters) look()
    }
  }
  return {
    turn,
    signal,
    happenings,
    upstream,
    get text() {
      return happenings.map((each) => (each.type === 'text-delta' ? each.text : '')).join('')
    },
    get lateText() {
      return lateText
    },
    get resumeId() {
      return resumeId
    },
    get story() {
      return storyOf(happenings, turn.request.workspace)
    },
    ended: drain(),
    closed: closed.promise,
    waitFor: (fits) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (happenings.some(fits)) resolve()
          else if (hasEnded)
            reject(
              new Error(
                `the turn ended without the expected event: ${JSON.stringify(happenings).slice(0, 2_000)}`,
              ),
            )
          else return
          waiters.delete(look)
        }
        waiters.add(look)
        look()
      }),
    stop: () => controller.abort(new StopSignal('user')),
    interfere(what, act) {
      happen({ type: 'done', what })
      act()
    },
  }
}

function decided(
  decide: Decide,
  withdrawal: AbortSignal,
  tell: (decision: ApprovalDecision | 'withdrawn') => void,
): ReturnType<RunContext['requestApproval']> {
  if (decide instanceof ParleyError) return Promise.reject(decide)
  if (decide !== 'never') {
    tell(decide)
    return Promise.resolve(decide)
  }
  return new Promise((_resolve, reject) => {
    const withdraw = () => {
      tell('withdrawn')
      reject(withdrawal.reason as Error)
    }
    if (withdrawal.aborted) withdraw()
    else withdrawal.addEventListener('abort', withdraw, { once: true })
  })
}

/** The whole content of an agent's requests. */
export function questionsOf(probe: TurnProbe): Omit<ApprovalRequest, 'approvalId'>[] {
  return probe.happenings.flatMap((each) => (each.type === 'asked' ? [each.approval] : []))
}
