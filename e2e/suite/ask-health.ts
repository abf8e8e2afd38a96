import type { Health } from '../../src/shared/health.ts'
import type { LiveApp } from '../helpers/live-app.ts'
import { type Breakage, breakageFrom, breakageOf } from './breakage.ts'
import { watchPressure } from './machine-pressure.ts'

/** How long main may take to answer; its own checks have shorter deadlines. */
const mainAnswersWithinMs = 1_500
/** How long an app may be `starting`. */
const startsWithinMs = 10_000
const lookAgainMs = 50
const lookAtWindowAgainMs = 50
/** From the question to the verdict that a window hangs. */
const patientForMs = 650
export const overloadedPatienceMs = 2_000

class MainIsSilent extends Error {}

/** How an app is: its own account, or what kept it from giving one. */
export type Diagnosis =
  | { kind: 'well'; health: Health }
  | { kind: 'broken'; health: Health | null; breakage: Breakage; isMainSilent?: true }

/** Asks main directly, without a window, and waits as long as it is still starting. Never rejects. */
export async function diagnose(
  app: Pick<LiveApp, 'health'>,
  {
    withinMs = startsWithinMs,
    answersWithinMs = mainAnswersWithinMs,
  }: { withinMs?: number; answersWithinMs?: number } = {},
): Promise<Diagnosis> {
  const sinceMs = performance.now()
  for (;;) {
    let health: Health
    try {
      health = await inTime(app.health(), answersWithinMs)
    } catch (error) {
      const breakage = breakageFrom(error)
      return error instanceof MainIsSilent
        ? { kind: 'broken', health: null, breakage, isMainSilent: true }
        : { kind: 'broken', health: null, breakage }
    }
    const breakage = breakageOf(health)
    if (breakage !== null) return { kind: 'broken', health, breakage }
    if (health.status === 'ok') return { kind: 'well', health }
    if (performance.now() - sinceMs >= withinMs) {
      return { kind: 'broken', health, breakage: stillStarting(health, withinMs) }
    }
    await pause(lookAgainMs)
  }
}

/**
 * The same while a window is in use. One that does not answer is looked at again: at once on a machine that keeps up,
 * and for longer on one that has so much to do that half a second means little. There, main is asked once more too.
 */
export async function diagnosePatiently(
  app: Pick<LiveApp, 'health'>,
  deps: { watchPressure: () => () => boolean; answersWithinMs?: number } = { watchPressure },
): Promise<Diagnosis> {
  const sinceMs = performance.now()
  const isOverloaded = deps.watchPressure()
  let diagnosis = await diagnose(app, deps)
  if (diagnosis.kind === 'broken' && diagnosis.isMainSilent === true && isOverloaded()) {
    const again = await diagnose(app, { answersWithinMs: overloadedPatienceMs })
    if (again.kind === 'broken' && again.isMainSilent === true) return withPatienceTold(again)
    diagnosis = again
  }
  while (isSilentWindow(diagnosis)) {
    const isGivenTime = isOverloaded()
    const patienceMs = isGivenTime ? overloadedPatienceMs : patientForMs
    if (performance.now() - sinceMs >= patienceMs)
      return isGivenTime ? withPatienceTold(diagnosis) : diagnosis
    await pause(lookAtWindowAgainMs)
    diagnosis = await diagnose(app)
  }
  return diagnosis
}

function withPatienceTold(diagnosis: Diagnosis): Diagnosis {
  if (diagnosis.kind === 'well') return diagnosis
  const told = `(it was given ${overloadedPatienceMs} ms, because this machine has too much to do)`
  const { summary, report } = diagnosis.breakage
  return { ...diagnosis, breakage: { summary, report: `${report}\n${told}` } }
}

function isSilentWindow(diagnosis: Diagnosis): boolean {
  if (diagnosis.kind === 'well' || diagnosis.health === null) return false
  const { fatalErrorCount, checks } = diagnosis.health
  const failing = checks.filter((check) => check.status === 'failing')
  return (
    fatalErrorCount === 0 &&
    failing.every(({ id, detail }) => id === 'window' && /did not answer/.test(detail))
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
  const summary = `the app was still starting after ${withinMs / 1000} s, waiting for ${names.length === 0 ? 'something that is no check' : names.join(', ')}`
  return { summary, report: summary }
}

async function inTime(asked: Promise<Health>, answersWithinMs: number): Promise<Health> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const refuse = () =>
    reject(new MainIsSilent(`main did not answer within ${answersWithinMs} ms when asked for its health`))
  let timer = setTimeout(() => {
    // An answer that came while this process itself was late is read first.
    timer = setTimeout(refuse, lookAgainMs)
  }, answersWithinMs)
  try {
    return await Promise.race([asked, tooLate])
  } finally {
    clearTimeout(timer)
  }
}
