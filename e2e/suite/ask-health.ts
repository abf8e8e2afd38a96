import { type ProcessTimes, startGrantedDeadline } from '../../src/main/base/granted-time.ts'
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
import { observeDescendants, timesOf } from './limits/process-times.ts'

/** How soon main must answer anything at all. With the pause between two checks, this is under a second. */
const mainAnswersWithinMs = 600
/** How long main's checks may take after that; each has a shorter deadline of its own. */
const checksWithinMs = 1_500
/** How long an app may be `starting`. */
const startsWithinMs = 10_000
const lookAgainMs = 50
/** The time until a window is considered hung, including main's own limit for a window. */
const windowAnswersWithinMs = 650

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
 * The same while a window is in use. Main can measure only its own delays, so this decides whether a silent
 * window had enough time to answer.
 */
export async function diagnosePatiently(app: AskableApp, options: DiagnosisOptions = {}): Promise<Diagnosis> {
  const overdue = new AbortController()
  const stop = startGrantedDeadline({
    clock: hereAndNow,
    limitMs: windowAnswersWithinMs,
    atMostMs: longestMs,
    observe: options.observeWindows ?? observeDescendants(),
    onOver: () => overdue.abort(),
  })
  let diagnosis = await diagnose(app, options)
  const wasSilent = isSilentWindow(diagnosis)
  while (isSilentWindow(diagnosis) && !overdue.signal.aborted) {
    await pause(lookAgainMs)
    diagnosis = await diagnose(app, options)
  }
  const spent = stop()
  if (!wasSilent || !isExtended(spent, windowAnswersWithinMs)) return diagnosis
  options.onExtended?.({ limit: 'the window', limitMs: windowAnswersWithinMs, spent })
  if (diagnosis.kind === 'well') return diagnosis
  const { summary, report } = diagnosis.breakage
  return { ...diagnosis, breakage: { summary, report: `${report}\nafter ${describeTime(spent)}` } }
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
  return observeMain ?? (() => (pid === null ? [] : timesOf([pid])))
}

/** Whether the only fault is that the last window left without a goodbye and no other has attached. */
export function isLostWindow(diagnosis: Diagnosis): boolean {
  return isWindowTrouble(diagnosis, windowCheckDetails.lost)
}

/** Whether the only fault is that a window has not answered yet. */
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
