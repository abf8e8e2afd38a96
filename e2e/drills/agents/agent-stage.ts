import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { agentIds } from '../../../src/shared/agents/agents.ts'
import { defaultSettings } from '../../../src/shared/app/default-settings.ts'
import type { InstalledFakes } from '../../fake-cli/install-fakes.ts'
import { fakePrograms, installFakes } from '../../fake-cli/install-fakes.ts'
import type { Host } from '../../helpers/processes/host.ts'
import type { ParleyApi } from '../../../src/renderer/rpc/parley-api.ts'
import type { Route } from './agent-plans.ts'
import { type AgentTrace, agentTraces } from './agent-traces.ts'
import type { Drill } from '../parts/drill.ts'

/** Agents start slowly in a folder that has this file. */
const slowStartFile = 'slow-start'

const adapters = ['claude-agent-acp', 'codex-acp'] as const

/** The surroundings of one Parley's agents: their programs, their home, their folders and Parley's data folder. */
export class AgentStage implements Disposable {
  readonly route: Route
  /** Contains everything else. */
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'parley-storm-')))
  readonly #fakes: InstalledFakes
  readonly #folders: string[] = []

  /** @param folderCount how many working folders will be taken */
  constructor(route: Route, folderCount: number) {
    this.route = route
    this.#fakes = installFakes(route === 'acp' ? {} : { without: adapters })
    for (const name of ['bin', 'data', 'home', 'work']) mkdirSync(join(this.root, name))
    for (const program of fakePrograms) this.#writeProgram(program)
    for (let index = 0; index < folderCount; index += 1) {
      const folder = join(this.root, 'work', String(index))
      mkdirSync(folder)
      writeFileSync(join(folder, 'README.md'), 'A folder to work in.\n')
      this.#folders.push(folder)
    }
    this.#allowEverything()
  }

  get dataFolder(): string {
    return join(this.root, 'data')
  }

  /** Environment variables for Parley, in addition to its own. */
  get environment(): Record<string, string> {
    return {
      HOME: join(this.root, 'home'),
      PATH: [join(this.root, 'bin'), process.env['PATH']].join(delimiter),
      // Parley chooses the protocol without this variable, because the adapters are installed.
      PARLEY_AGENT_ROUTE: this.route === 'acp' ? '' : this.route,
    }
  }

  startHost(drill: Drill): Promise<Host> {
    return drill.startHost({ userData: this.dataFolder, env: this.environment })
  }

  /** A folder that no agent has worked in yet. */
  takeFolder(isSlowToStart: boolean): string {
    const folder = this.#folders.pop()
    if (folder === undefined) throw new Error('more folders are needed than were created')
    if (isSlowToStart) writeFileSync(join(folder, slowStartFile), '')
    return folder
  }

  /** All live processes of these agents. */
  traces(): AgentTrace[] {
    return agentTraces(this.root)
  }

  /** True if any program reported that it was started for this run. */
  hasStarted(runId: string): boolean {
    return this.#fakes
      .records()
      .some((record) => record.type === 'start' && record.environment['PARLEY_RUN_ID'] === runId)
  }

  /** How long it takes until none of its agents' processes is left; null if some remain after `limitMs`. */
  async msUntilBare(limitMs: number, isThere = () => this.traces().length > 0): Promise<number | null> {
    const since = performance.now()
    while (isThere()) {
      if (performance.now() - since > limitMs) return null
      await pause(25)
    }
    return performance.now() - since
  }

  /** Ends whatever is left, so that a failed drill leaves nothing behind. */
  [Symbol.dispose](): void {
    for (const { pid } of this.traces()) {
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // It has already ended.
      }
    }
    this.#fakes[Symbol.dispose]()
    rmSync(this.root, { recursive: true, force: true, maxRetries: 3 })
  }

  #writeProgram(program: (typeof fakePrograms)[number]): void {
    if (this.route !== 'acp' && adapters.some((adapter) => adapter === program)) return
    const file = join(this.root, 'bin', program)
    const script = [
      '#!/bin/sh',
      `[ -f ${slowStartFile} ] && export FAKE_AGENT_START_DELAY_MS=900`,
      `exec '${this.#fakes.executable(program)}' "$@"`,
    ]
    writeFileSync(file, `${script.join('\n')}\n`)
    chmodSync(file, 0o755)
  }

  /** Grants the permissions that need a confirmation outside the window, which is not part of this drill. */
  #allowEverything(): void {
    const unlimitedFolders = this.#folders.flatMap((folder) =>
      agentIds.map((agentId) => ({ agentId, folder })),
    )
    const content = {
      settings: { ...defaultSettings, nameChats: false },
      providers: [],
      agents: [],
      unlimitedFolders,
    }
    writeFileSync(join(this.dataFolder, 'settings.json'), JSON.stringify(content))
  }
}

/** The number of agent processes that Parley itself reports. */
export async function reportedProcesses(client: ParleyApi): Promise<number> {
  const { checks } = await client.invoke('health.get', {})
  return Number.parseInt(checks.find(({ id }) => id === 'agents')?.detail ?? '', 10)
}
