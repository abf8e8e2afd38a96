// Starts processes: whether a process and its child are gone shows only with real ones.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

import { beforeEach, expect, it, onTestFinished } from 'vitest'

import { pidOf } from '../../src/main/base/testing/pid-of.ts'
import { needsPosix } from '../../src/main/base/testing/needs.ts'
import { killTree } from '../helpers/processes/kill-tree.ts'
import { closeElectron } from './electron-app.ts'

beforeEach(needsPosix)

/** Runs for a minute with standard output open, and ignores SIGTERM. */
const stays = `process.on('SIGTERM', () => {}); setTimeout(() => {}, 60_000)`
/** Like the program above, with a child that stays, too. */
const staysWithChild = `
  require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(stays)}], { stdio: 'inherit' })
  ${stays}
  console.log('ready')`
const endsWhenAsked = `process.on('SIGTERM', () => process.exit(0)); setTimeout(() => {}, 60_000); console.log('ready')`

/**
 * A double of Playwright's app around a real process; like the original, it waits for the end without a
 * limit.
 */
async function start(program: string) {
  const child: ChildProcess = spawn(process.execPath, ['-e', program], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => killTree(pidOf(child)))
  // Emitted once neither the process nor a child holds its output open.
  const closed = once(child, 'close')
  await once(child.stdout ?? child, 'data')
  return {
    child,
    app: {
      process: () => child,
      close: async () => {
        child.kill('SIGTERM')
        await closed
      },
    },
  }
}

it('kills an app that does not quit, with everything it started, and reports it', async () => {
  const { app, child } = await start(staysWithChild)
  await expect(closeElectron(app, 100)).rejects.toThrow(
    `the app (process ${child.pid}) had to be killed: it did not quit within 100 ms`,
  )
  expect(child.stdout?.closed).toBe(true)
})

it('does not kill an app that quits in time', async () => {
  const { app, child } = await start(endsWhenAsked)
  await closeElectron(app)
  expect({ code: child.exitCode, signal: child.signalCode }).toEqual({ code: 0, signal: null })
})
