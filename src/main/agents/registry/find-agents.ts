import { dirname } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

import type { AgentId } from '../../../shared/agents/agents'
import type { AgentSetup } from '../../model-setup/setups'
import type { Clock } from '../../base/clock'
import { findProgram, isExecutableFile } from '../../base/files/executable-file'
import type { AgentProfile } from '../agent'
import { programOutput } from './program-output'
import { searchFolders, searchPathWith } from './search-folders'
import { userEnvironment } from './user-environment'
import { allowedEnvironment } from '../supervisor/agent-environment'

/** The time for which results are cached. */
const findingAgeMs = 30_000

const versionTimeoutMs = 5_000
/** The number of characters of a program's output that are searched for a version. */
const maxSearchedChars = 65_536

/** A program that was found; its path is absolute. */
export interface FoundProgram {
  path: string
  /** Null when it was not asked, or did not answer. */
  version: string | null
}

/** The programs of an agent. */
export interface FoundAgent {
  profile: AgentProfile
  /** Null when there is no program that can be started. */
  program: FoundProgram | null
  /** The adapter for the protocol; null when it is missing or not needed. */
  adapter: FoundProgram | null
}

export interface AgentFinderOptions {
  profiles: Readonly<Record<AgentId, AgentProfile>>
  setupOf(agentId: AgentId): AgentSetup
  /** The environment that Parley was started with. */
  environment: NodeJS.ProcessEnv
  clock: Clock
}

/** Finds the programs of agents, on the search path and where installers usually put them. Never fails. */
export class AgentFinder {
  readonly #options: AgentFinderOptions
  readonly #closing = new AbortController()
  #found: { agents: Promise<FoundAgent[]>; atMs: number } | null = null

  constructor(options: AgentFinderOptions) {
    this.#options = options
  }

  /** Every agent with versions, checked in parallel. Results are cached for 30 s unless `refresh` is set. */
  findAll(refresh = false): Promise<FoundAgent[]> {
    const now = this.#options.clock.monotonic()
    const kept = this.#found
    if (!refresh && kept !== null && now - kept.atMs < findingAgeMs) return kept.agents
    const agents = Promise.all(
      Object.values(this.#options.profiles).map((profile) => this.#withVersions(profile)),
    )
    this.#found = { agents, atMs: now }
    return agents
  }

  /** The current programs of every agent without versions: starts none of them. */
  locateAll(): Promise<FoundAgent[]> {
    return Promise.all(Object.values(this.#options.profiles).map(({ id }) => this.locate(id)))
  }

  /** The current programs of one agent, without versions. */
  async locate(agentId: AgentId): Promise<FoundAgent> {
    const { profiles } = this.#options
    const profile = profiles[agentId]
    const { executable } = this.#options.setupOf(agentId)
    const folders = searchFolders(await this.#userEnvironment())
    const [program, adapter] = await Promise.all([
      executable === null ? findProgram(profile.programs, folders) : existing(executable),
      findProgram(profile.adapters, folders),
    ])
    return { profile, program: unasked(program), adapter: unasked(adapter) }
  }

  /** Discards the results because the user's settings changed. */
  invalidate(): void {
    this.#found = null
  }

  /** Aborts pending checks. */
  close(): void {
    this.#closing.abort()
  }

  #userEnvironment(): Promise<NodeJS.ProcessEnv> {
    return userEnvironment(this.#options.environment, this.#options.clock)
  }

  async #withVersions({ id, name, programs, adapters }: AgentProfile): Promise<FoundAgent> {
    const found = await this.locate(id)
    const [program, adapter] = await Promise.all([
      this.#asked(found.program, [name, ...programs]),
      this.#asked(found.adapter, adapters),
    ])
    return { ...found, program, adapter }
  }

  async #asked(program: FoundProgram | null, names: readonly string[]): Promise<FoundProgram | null> {
    if (program === null) return null
    const { environment, clock } = this.#options
    const searchPath = await searchPathWith(dirname(program.path), await this.#userEnvironment())
    const { output, isSuccess } = await programOutput({
      executable: program.path,
      args: ['--version'],
      environment: { ...allowedEnvironment(environment), PATH: searchPath },
      folder: dirname(program.path),
      clock,
      timeoutMs: versionTimeoutMs,
      signal: this.#closing.signal,
    })
    return { ...program, version: isSuccess ? versionIn(output.slice(0, maxSearchedChars), names) : null }
  }
}

async function existing(path: string): Promise<string | null> {
  return (await isExecutableFile(path)) ? path : null
}

function unasked(path: string | null): FoundProgram | null {
  return path === null ? null : { path, version: null }
}

const version = /(?<![\w.])v?(\d+\.\d+(?:\.\d+)?(?:[-+][\w.+-]*\w)?)(?![\w.]*\w)/
/** A version, and at most a note in brackets. */
const bareLine = new RegExp(`^${version.source}(?:\\s*\\(.*\\))?$`)
/** Lines about something else: warnings, updates and what else a shell or a package manager prints. */
const otherLine =
  /\b(?:warn(?:ing)?|update|upgrade|available|deprecat\w*|notice|node(?:\.js)?|npm|pnpm|yarn|bun|requires?|using|please)\b/i

/**
 * The version in what a program printed for `--version`: in the line that has nothing else, or names the program, rather
 * than in a banner or a warning. Null if there is none.
 */
export function versionIn(output: string, names: readonly string[]): string | null {
  const lines = stripVTControlCharacters(output)
    .replaceAll('\uFEFF', '')
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => version.test(line))
  const named = lines.filter((line) => names.some((name) => hasName(line, name)))
  const chosen =
    lines.find((line) => bareLine.test(line)) ??
    named.find((line) => !otherLine.test(line)) ??
    lines.find((line) => !otherLine.test(line)) ??
    named[0]
  return chosen === undefined ? null : (version.exec(chosen)?.[1] ?? null)
}

function hasName(line: string, name: string): boolean {
  return line.toLowerCase().includes(name.toLowerCase())
}
