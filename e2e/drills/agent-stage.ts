import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { agentIds } from '../../src/shared/agents/agents.ts'
import { defaultSettings } from '../../src/shared/app/settings.ts'
import type { InstalledFakes } from '../fake-cli/install-fakes.ts'
import { fakePrograms, installFakes } from '../fake-cli/install-fakes.ts'
import type { Host } from '../helpers/host.ts'
import type { ParleyApi } from '../../src/renderer/rpc/parley-api.ts'
import type { Route } from './agent-plans.ts'
import { type AgentTrace, agentTraces } from './agent-traces.ts'
import type { Drill } from './drill.ts'

/** A folder with this file makes the agents that are started in it slow to start. */
const slowStartFile = 'slow-start'

const adapters = ['claude-agent-acp', 'codex-acp'] as const

/** Where the agents of one Parley play: their programs, their home, their folders and Parley's own. */
export class AgentStage implements Disposable {
  readonly route: Route
  /** Everything lies below it. */
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'parley-storm-')))
  readonly #fakes: InstalledFakes
  readonly #folders: string[] = []

  /** @param folderCount how many folders to work in will be taken */
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

  /** What Parley is to be started with beside its own environment. */
  get environment(): Record<string, string> {
    return {
      HOME: join(this.root, 'home'),
      PATH: [join(this.root, 'bin'), process.env['PATH']].join(delimiter),
      // By the protocol the agents are talked to without being told, because the adapters are there.
      PARLEY_AGENT_ROUTE: this.route === 'acp' ? '' : this.route,
    }
  }

  startHost(drill: Drill): Promise<Host> {
    return drill.startHost({ userData: this.dataFolder, env: this.environment })
  }

  /** One that nobody has worked in. */
  takeFolder(isSlowToStart: boolean): string {
    const folder = this.#folders.pop()
    if (folder === undefined) throw new Error('more folders are needed than were made')
    if (isSlowToStart) writeFileSync(join(folder, slowStartFile), '')
    return folder
  }

  /** Every live process of its agents. */
  traces(): AgentTrace[] {
    return agentTraces(this.root)
  }

  /** Whether a program ever got so far as to say that it was started for this run. */
  hasStarted(runId: string): boolean {
    return this.#fakes
      .records()
      .some((record) => record.type === 'start' && record.environment['PARLEY_RUN_ID'] === runId)
  }

  /** How long it takes until nothing of its agents is left; null where something still is after `limitMs`. */
  async msUntilBare(limitMs: number, isThere = () => this.traces().length > 0): Promise<number | null> {
    const since = performance.now()
    while (isThere()) {
      if (performance.now() - since > limitMs) return null
      await pause(25)
    }
    return performance.now() - since
  }

  /** Ends whatever is left, so that a drill that failed leaves nothing. */
  [Symbol.dispose](): void {
    for (const { pid } of this.traces()) {
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // It has ended meanwhile.
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

  /** What is confirmed outside the window is not what is drilled here. */
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

/** How many processes of agents Parley itself knows of. */
export async function toldProcesses(client: ParleyApi): Promise<number> {
  const { checks } = await client.invoke('health.get', {})
  return Number.parseInt(checks.find(({ id }) => id === 'agents')?.detail ?? '', 10)
}
