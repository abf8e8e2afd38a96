import { type ProcessTimes, type SpentTime, startGrantedDeadline } from '../../src/main/base/granted-time.ts'
import { windowCheckDetails } from '../../src/main/health/window-monitor.ts'
import type { Health } from '../../src/shared/app/health.ts'
import type { LiveApp } from '../helpers/live-app.ts'
import {
  answerWithin,
  describeTime,
  type Extension,
  hereAndNow,
  isExtended,
  longestMs,
} from './limits/answer-within.ts'
import { type Breakage, breakageFrom, breakageOf } from './breakage.ts'
import { observeDescendants, startingChildrenOf, timesOf } from './limits/process-times.ts'
import { scaledToSpeed, scaledToSpeedNow } from './limits/slowness.ts'

/** How soon main must answer anything at all. With the pause between two checks, this is under a second. */
const mainAnswersWithinMs = 600
/** How long main's checks may take after that; each has a shorter deadline of its own. */
const checksWithinMs = 1_500
/** How long an app may be `starting`. */
const startsWithinMs = 10_000
const lookAgainMs = 50
/** The time until a window counts as hung, or as gone, including main's own limit for each. */
const windowLimitsMs = { silent: 550, lost: 450 }

/** The part of an app that answers questions about its health. */
export type AskableApp = Pick<LiveApp, 'health' | 'signOfLife' | 'pid'>

/** The health of an app as it reports it, or why it could not. */
export type Diagnosis =
  | { kind: 'well'; health: Health }
  | { kind: 'broken'; health: Health | null; breakage: Breakage }

/** All limits are in granted time. */
export interface DiagnosisOptions {
  /** How long the app may be starting. */
  withinMs?: number
  answersWithinMs?: number
  onExtended?: (extension: Extension) => void
  observeMain?: () => readonly ProcessTimes[]
  /** True if no window is left that could answer or reconnect, so that waiting for one is pointless. */
  hasNoWindow?: () => boolean
  observeWindows?: () => readonly ProcessTimes[]
}

/** Asks main directly, without a window, and waits while it is starting. Never rejects. */
export async function diagnose(app: AskableApp, options: DiagnosisOptions = {}): Promise<Diagnosis> {
  const { withinMs = startsWithinMs } = options
  const overdue = new AbortController()
  const stop = startGrantedDeadline({
    clock: hereAndNow,
    limitMs: withinMs,
    atMostMs: longestMs,
    observe: observerOf(app, options),
    onOver: () => overdue.abort(),
  })
  try {
    for (;;) {
      const health = await askMain(app, options)
      const breakage = breakageOf(health)
      if (breakage !== null) return { kind: 'broken', health, breakage }
      if (health.status === 'ok') return { kind: 'well', health }
      if (overdue.signal.aborted) return { kind: 'broken', health, breakage: stillStarting(health, withinMs) }
      await pause(lookAgainMs)
    }
  } catch (error) {
    return { kind: 'broken', health: null, breakage: breakageFrom(error) }
  } finally {
    stop()
  }
}

/**
 * Like `diagnose`, while a window is in use. Main can measure only its own delays, so this decides whether a window that is
 * silent, or has not reconnected, had enough time for that.
 */
export async function diagnosePatiently(app: AskableApp, options: DiagnosisOptions = {}): Promise<Diagnosis> {
  const { hasNoWindow = () => false, onExtended } = options
  const patience = {
    silent: startPatience(windowLimitsMs.silent, options),
    lost: startPatience(windowLimitsMs.lost, options),
  }
  let diagnosis = await diagnose(app, options)
  let trouble = windowTroubleOf(diagnosis)
  const first = trouble
  while (trouble !== null && !patience[trouble].isOver() && !hasNoWindow()) {
    await pause(lookAgainMs)
    diagnosis = await diagnose(app, options)
    trouble = windowTroubleOf(diagnosis)
  }
  const spent = { silent: patience.silent.stop(), lost: patience.lost.stop() }
  if (first === null || !isExtended(spent[first], scaledToSpeed(windowLimitsMs[first]))) return diagnosis
  onExtended?.({ limit: 'the window', limitMs: scaledToSpeed(windowLimitsMs[first]), spent: spent[first] })
  if (diagnosis.kind === 'well') return diagnosis
  const { summary, report } = diagnosis.breakage
  return { ...diagnosis, breakage: { summary, report: `${report}\nafter ${describeTime(spent[first])}` } }
}

/** When its limit is over, it is extended once if the machine has become slower since its speed was measured. */
function startPatience(limitMs: number, { observeWindows = observeDescendants() }: DiagnosisOptions) {
  let isOver = false
  let before: SpentTime | null = null
  const expectedMs = scaledToSpeed(limitMs)
  let stop = start(expectedMs)

  function start(stageMs: number): () => SpentTime {
    isOver = false
    return startGrantedDeadline({
      clock: hereAndNow,
      limitMs: stageMs,
      atMostMs: longestMs,
      observe: observeWindows,
      onOver: () => {
        isOver = true
      },
    })
  }

  return {
    isOver() {
      if (!isOver || before !== null) return isOver
      before = stop()
      stop = start(Math.max(0, scaledToSpeedNow(limitMs) - expectedMs))
      return false
    },
    stop: () => (before === null ? stop() : sumOf(before, stop())),
  }
}

function sumOf(one: SpentTime, other: SpentTime): SpentTime {
  return {
    elapsedMs: one.elapsedMs + other.elapsedMs,
    grantedMs: one.grantedMs + other.grantedMs,
    lateMs: one.lateMs + other.lateMs,
    waitedMs: one.waitedMs + other.waitedMs,
  }
}

function windowTroubleOf(diagnosis: Diagnosis): keyof typeof windowLimitsMs | null {
  if (isSilentWindow(diagnosis)) return 'silent'
  return isLostWindow(diagnosis) ? 'lost' : null
}

/** The checks may wait for windows, so a hung main is detected by asking for signs of life in parallel. */
async function askMain(app: AskableApp, options: DiagnosisOptions): Promise<Health> {
  const health = app.health()
  const answered = new AbortController()
  try {
    const silence = awaitSilence(app, { health, answered: answered.signal }, options)
    return await answerWithin(Promise.race([health, silence]), 'main did not finish its health checks', {
      name: 'the health checks of main',
      limitMs: checksWithinMs,
      observe: observerOf(app, options),
      onExtended: options.onExtended,
    })
  } finally {
    answered.abort()
  }
}

/** Rejects if main shows no sign of life, until the health has been answered. */
async function awaitSilence(
  app: AskableApp,
  { health, answered }: { health: Promise<Health>; answered: AbortSignal },
  { answersWithinMs = mainAnswersWithinMs, ...options }: DiagnosisOptions,
): Promise<Health> {
  const askForSign = async () => {
    // Its health usually arrives first, and is a sign of life, too. The limit includes this pause.
    await pause(answersWithinMs / 6)
    if (!answered.aborted) await app.signOfLife()
  }
  while (!answered.aborted) {
    // If main is gone, the failed request for its health says why.
    const sign = Promise.race([health, askForSign().catch(() => health)])
    await answerWithin(sign, 'main did not answer', {
      name: 'main',
      limitMs: answersWithinMs,
      observe: observerOf(app, options),
      onExtended: options.onExtended,
    })
  }
  return health
}

function observerOf({ pid }: AskableApp, { observeMain }: DiagnosisOptions): () => readonly ProcessTimes[] {
  return observeMain ?? (() => (pid === null ? [] : timesOf([pid, ...startingChildrenOf(pid)])))
}

/** True if the only fault is that the last window left without a goodbye and no other has attached. */
export function isLostWindow(diagnosis: Diagnosis): boolean {
  return isWindowTrouble(diagnosis, windowCheckDetails.lost)
}

/** True if the only fault is that a window has not answered yet. */
export function isSilentWindow(diagnosis: Diagnosis): boolean {
  return isWindowTrouble(diagnosis, windowCheckDetails.silent)
}

function isWindowTrouble(diagnosis: Diagnosis, detailPart: string): boolean {
  if (diagnosis.kind === 'well' || diagnosis.health === null) return false
  const { fatalErrorCount, checks } = diagnosis.health
  const failing = checks.filter((check) => check.status === 'failing')
  return (
    fatalErrorCount === 0 && failing.every(({ id, detail }) => id === 'window' && detail.includes(detailPart))
  )
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

function stillStarting(health: Health, withinMs: number): Breakage {
  const waitedFor = health.checks.filter(
    (check) => check.status === 'n/a' && check.detail === 'not asked yet',
  )
  const names = waitedFor.map(({ id, detail }) => `${id} (${detail})`)
  const summary = `the app was still starting after ${withinMs / 1000} s, waiting for ${names.length === 0 ? 'something other than a check' : names.join(', ')}`
  return { summary, report: summary }
}
