import { mkdirSync, mkdtempSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'

import type { Page } from '@playwright/test'

import { type FakeProgram, type InstalledFakes, installFakes } from '../../fake-cli/install-fakes.ts'
import { test } from '../../fixtures.ts'
import { markedProcesses } from '../../real-agents/marked-processes.ts'
import { invoke } from './window-api.ts'
import type { AgentPermission } from '../../../src/shared/agents/agents.ts'

/** The folders of a shell and git. The search path of this process may lead to real agents. */
const systemFolders = ['/usr/bin', '/bin']

const tests = new Map<string, ReturnType<typeof extendedTest>>()

/** The suite's `test`, with apps that find exactly the fake agents, except those in `without`. */
export function agentTest({ without = [] }: { without?: readonly FakeProgram[] } = {}) {
  const key = without.toSorted().join()
  // Playwright starts a new worker, with a new browser, for each object, so files with the same choice share one.
  const known = tests.get(key) ?? extendedTest(without)
  tests.set(key, known)
  return known
}

function extendedTest(without: readonly FakeProgram[]) {
  return test.extend<{ folder: string }, { fakes: InstalledFakes }>({
    fakes: [
      async ({ hostKind: _hostKind }, use) => {
        using fakes = installFakes({ without })
        await use(fakes)
      },
      { scope: 'worker' },
    ],
    startApp: [
      async ({ fakes, startApp }, use) => {
        const env = { PATH: [fakes.path, ...systemFolders].join(delimiter), HOME: fakes.home }
        await use((options, file) => startApp({ ...options, env: { ...env, ...options.env } }, file))
      },
      { scope: 'worker' },
    ],
    /** An empty folder for agents to work in. */
    folder: async ({ fakes }, use) => {
      const place = join(fakes.home, 'work')
      mkdirSync(place, { recursive: true })
      const folder = realpathSync(mkdtempSync(join(place, 'folder-')))
      await use(folder)
      rmSync(folder, { recursive: true, force: true })
    },
  })
}

/** Creates a chat with an agent that may work in `folder`, and opens it. */
export async function openAgentChat(
  page: Page,
  chat: { model: string; folder: string; permission?: AgentPermission },
): Promise<void> {
  const { model, folder, permission = 'workspace-write' } = chat
  const { session } = await invoke(page, 'sessions.create', { model, workspace: folder, permission })
  await page.goto(new URL(`#/chat/${encodeURIComponent(session.id)}`, page.url()).href)
}

/**
 * Processes that work in `folder` or below and carry Parley's mark of an agent: the agent's own process, and
 * everything that it started. An agent that has answered by the protocol stays there for the next question of
 * its chat.
 */
export function processesOfAgents({ home }: InstalledFakes, folder: string): string[] {
  return markedProcesses(home).filter((process) => {
    const place = placeOf(process.split(' ', 1).join())
    return place === folder || place.startsWith(`${folder}/`)
  })
}

/** Like `processesOfAgents`, without the agents' own processes. */
export function commandsOfAgents(fakes: InstalledFakes, folder: string): string[] {
  return processesOfAgents(fakes, folder).filter((process) => !process.includes('/fake-cli/programs/'))
}

function placeOf(pid: string): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    // It ended during the scan.
    return ''
  }
}
