import type { Health } from '../../src/shared/health.ts'

/**
 * Refuses to start a test on an app that is not well.
 * @throws Error with the app's first error, its full trace, and that this test did not start
 */
export function assertNotDegraded(health: Health): void {
  if (health.status === 'ok') return
  const [first] = health.fatalErrors
  const failing = health.checks
    .filter((check) => check.status === 'failing')
    .map((check) => `check ${check.id} is failing: ${check.detail}`)
  throw new Error(
    [
      health.status === 'degraded'
        ? 'this test did not start: the app was already degraded'
        : `this test did not start: the app is still ${health.status}`,
      ...(first === undefined ? [] : [`${first.source}: ${first.name}: ${first.message}`, first.stack]),
      ...(first?.componentStack === undefined ? [] : [first.componentStack]),
      ...failing,
    ].join('\n'),
  )
}

/**
 * Fails a test during which the app broke or was started anew.
 * @throws Error with the first error that is new
 */
export function assertSameAfter(before: Health, after: Health): void {
  if (before.bootId !== after.bootId) {
    throw new Error(`the app was started anew during this test: boot ${before.bootId}, then ${after.bootId}`)
  }
  if (before.fatalErrorCount === after.fatalErrorCount) return
  const count = after.fatalErrorCount - before.fatalErrorCount
  const fresh = after.fatalErrors.slice(-count)
  throw new Error(
    [
      `the app recorded ${count} fatal error(s) during this test`,
      ...fresh.map((error) => `${error.source}: ${error.name}: ${error.message}\n${error.stack}`),
    ].join('\n'),
  )
}
