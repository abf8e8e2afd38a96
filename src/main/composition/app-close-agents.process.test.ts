// Needs processes: quitting must leave no agent process behind.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { beforeEach, expect, onTestFinished, test } from 'vitest'

import { type InstalledFakes, installFakes } from '../../../e2e/fake-cli/install-fakes'
import { answerWithin } from '../../../e2e/suite/limits/answer-within'
import { observeDescendants } from '../../../e2e/suite/limits/process-times'
import type { ParleyApi } from '../../renderer/rpc/parley-api'
import { needsProc } from '../base/testing/needs'
import { temporaryFolder } from '../base/testing/temporary-folder'
import { connectTo, startTestApp } from '../rpc/testing/test-app'

// Processes are slow on a busy machine; a failure here is a hang, not a delay.
/** The time limit for quitting, in milliseconds. */
const longestQuitMs = 5_000

beforeEach(needsProc)

function openFakes(): InstalledFakes {
  const fakes = installFakes()
  onTestFinished(() => fakes[Symbol.dispose]())
  return fakes
}

/** The processes of the fakes, and of everything they started. */
function processesOf({ home }: InstalledFakes): string[] {
  return readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid))
    .flatMap((pid) => {
      try {
        const environment = readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0')
        return environment.includes(`FAKE_AGENT_HOME=${home}`) ? [pid] : []
      } catch {
        // It has just ended.
        return []
      }
    })
}

/** Asks an agent in a new chat; resolves at its first delta, or with `till` when it has answered. */
async function ask(api: ParleyApi, model: string, text: string, till: 'text-delta' | 'run-end') {
  const workspace = temporaryFolder()
  writeFileSync(join(workspace, 'a.txt'), 'a\n')
  const { session } = await api.invoke('sessions.create', { model, workspace })
  const said = new Promise<void>((resolve) => {
    api.open(
      'session.watch',
      { sessionId: session.id },
      {
        onEvents: (events) => {
          if (events.some(({ type }) => type === till)) resolve()
        },
        onEnd: () => {},
      },
    )
  })
  await api.invoke('runs.send', { sessionId: session.id, text })
  await said
  return session
}

test('quits in time although agents ignore every request to end, on both routes', async () => {
  // Both at once: each takes as long as ending an unresponsive agent may.
  const ended = await Promise.all(
    ['acp', 'json-lines'].map(async (route) => {
      const fakes = openFakes()
      const app = await startTestApp({ environment: { ...fakes.environment, PARLEY_AGENT_ROUTE: route } })
      const words = 'ignore signals ;; ignore cancel ;; slow 5000 tokens at 50 ms'
      await ask(connectTo(app), 'claude-code/default', words, 'text-delta')
      expect(processesOf(fakes)).not.toEqual([])
      await answerWithin(app.close(), `Parley did not quit with an agent over ${route}`, {
        name: 'quitting Parley',
        limitMs: longestQuitMs,
        observe: observeDescendants(),
      })
      return { route, left: processesOf(fakes) }
    }),
  )
  expect(ended).toEqual(['acp', 'json-lines'].map((route) => ({ route, left: [] })))
})

test('an idle agent does not stay in a folder that is thrown away', async () => {
  const fakes = openFakes()
  const api = connectTo(await startTestApp({ environment: fakes.environment }))
  const session = await ask(api, 'opencode/default', 'say Done', 'run-end')
  expect(processesOf(fakes)).not.toEqual([])
  await api.invoke('workspaces.discard', { sessionId: session.id })
  expect([processesOf(fakes), existsSync(session.workspace ?? '')]).toEqual([[], true])
})
