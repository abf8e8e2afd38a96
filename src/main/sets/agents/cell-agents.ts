import type { CommandResult } from '../../../shared/agents/command-checks'
import { ParleyError } from '../../../shared/errors'
import { failure } from '../../../shared/failures/failure'
import type { SetRunId } from '../../../shared/ids'
import { agentOf } from '../../../shared/models/models'
import type { Check, CheckResult } from '../../../shared/sets/checks'
import { type LineUpModel, setLimits } from '../../../shared/sets/sets'
import type { CommandStart } from '../../agents/commands/run-command'
import type { Workspaces } from '../../agents/workspaces/workspaces'
import type { NewId } from '../../base/new-id'
import { sha256 } from '../../base/sha256'
import type { ErrorSink } from '../../errors/error-sink'
import type { Platform } from '../../platform/platform'
import type { AgentTurn } from '../../run-source/run-source'
import type { FolderCheck } from '../checks/answer-checker'

/** A cell that an agent answers. */
export interface AgentCell {
  runId: SetRunId
  cell: number
  model: LineUpModel
}

interface CellAgentsDeps {
  workspaces: Pick<Workspaces, 'open' | 'origin' | 'discard'>
  runCommand: (start: CommandStart) => Promise<CommandResult>
  /** Ends an agent that waits for its next question. */
  forget: (sessionId: string) => unknown
  confirm: Platform['confirm']
  /** The cells of a run with an answer whose checks have not run yet. */
  uncheckedCells: (runId: SetRunId) => number[]
  newId: NewId
  errors: ErrorSink
}

/**
 * Coding agents as models of runs. Each of their answers begins in a new copy or worktree of their folder, in which the
 * commands of its checks run, one after another across all runs. It is removed when the answer has been checked.
 */
export class CellAgents {
  readonly #deps: CellAgentsDeps
  readonly #working = new Set<string>()
  #commands: Promise<unknown> = Promise.resolve()

  constructor(deps: CellAgentsDeps) {
    this.#deps = deps
  }

  /** True if the folder of this name belongs to a cell that still needs it. */
  isKept(folderId: string): boolean {
    if (this.#working.has(folderId)) return true
    const runId = /^set-(?<runId>.+)-[0-9a-f]+$/.exec(folderId)?.groups?.['runId'] as SetRunId | undefined
    if (runId === undefined) return false
    return this.#deps.uncheckedCells(runId).some((cell) => folderIdOf({ runId, cell }) === folderId)
  }

  /**
   * Asks the user, outside the window, about every command that agents of this run would be checked with.
   * @throws CANCELLED the user did not agree; INVALID_INPUT there are too many different commands
   */
  async requireConsent(
    models: readonly LineUpModel[],
    prompts: readonly { checks: readonly Check[] }[],
    signal?: AbortSignal,
  ): Promise<void> {
    const folders = [...new Set(models.flatMap((model) => (isAgent(model) ? [model.workspace ?? ''] : [])))]
    const commands = new Set(
      prompts.flatMap(({ checks }) =>
        checks.flatMap((check) => (check.kind === 'command' ? [check.command] : [])),
      ),
    )
    if (folders.length === 0 || commands.size === 0) return
    const max = setLimits.commands
    if (commands.size > max) throw failure('INVALID_INPUT', 'commands-too-many', { field: 'setId', max })
    const lines = [
      ...[...commands].map((value) => ({ label: 'command' as const, value })),
      ...folders.map((value) => ({ label: 'folder' as const, value })),
    ]
    if (!(await this.#deps.confirm({ kind: 'set-commands', lines }, signal))) {
      throw failure('CANCELLED', 'check-not-agreed')
    }
  }

  /** Prepares the agent's turn for its answer, which begins in a folder without earlier changes. */
  turn(at: AgentCell): AgentTurn {
    const sessionId = folderIdOf(at)
    this.#working.add(sessionId)
    let opened: Promise<string> | null = null
    const open = async (signal: AbortSignal) => {
      // Changes of an earlier request whose outcome is unknown.
      await this.#deps.workspaces.discard(sessionId)
      return this.#open(at, signal)
    }
    return {
      runId: this.#deps.newId<string>(),
      sessionId,
      permission: at.model.permission ?? 'read-only',
      resumeId: null,
      openWorkspace: (signal) => (opened ??= open(signal)),
    }
  }

  /** Runs the command where the agent worked. @throws CANCELLED `signal` aborted it */
  async check(at: AgentCell, check: FolderCheck, signal: AbortSignal): Promise<CheckResult> {
    signal.throwIfAborted()
    const before = this.#commands
    const turn = Promise.withResolvers<void>()
    this.#commands = before.then(() => turn.promise)
    const stopped = Promise.withResolvers<void>()
    const onStop = () => stopped.resolve()
    signal.addEventListener('abort', onStop, { once: true })
    try {
      // A run that is stopped does not wait for the commands of others.
      await Promise.race([before, stopped.promise])
      return await this.#check(at, check, signal)
    } catch (error) {
      // Any other obstacle would also prevent the command the next time.
      if (signal.aborted || !(error instanceof ParleyError) || error.code === 'CANCELLED') throw error
      if (error.code === 'INVALID_INPUT') return { passed: false, problem: 'folder-gone' }
      return { passed: false, detail: error.message }
    } finally {
      signal.removeEventListener('abort', onStop)
      turn.resolve()
    }
  }

  /** Ends the agent of a cell. Its folder is removed unless checks still need it. */
  async release(at: AgentCell): Promise<void> {
    const sessionId = folderIdOf(at)
    const { forget, uncheckedCells, workspaces, errors } = this.#deps
    try {
      await forget(sessionId)
      if (!uncheckedCells(at.runId).includes(at.cell)) await workspaces.discard(sessionId)
    } catch (error) {
      // Remaining files are removed after the next start.
      errors.warning('sets', error)
    } finally {
      this.#working.delete(sessionId)
    }
  }

  async #check(at: AgentCell, { command, seconds }: FolderCheck, signal: AbortSignal): Promise<CheckResult> {
    const { workspaces, runCommand, newId } = this.#deps
    signal.throwIfAborted()
    if ((await workspaces.origin(folderIdOf(at))) === null) return { passed: false, problem: 'folder-gone' }
    const folder = await this.#open(at, signal)
    const limitMs = seconds * 1000
    const result = await runCommand({ command, folder, runId: newId<string>(), limitMs, signal })
    if (result.ended === 'stopped') throw failure('CANCELLED', 'call')
    if (result.ended === 'limit') return { passed: false, problem: 'too-slow' }
    if (result.exitCode === 0) return { passed: true }
    const lastLine = result.output.trimEnd().split('\n').at(-1) ?? ''
    const how = result.exitCode === null ? 'ended by a signal' : `exit code ${result.exitCode}`
    return { passed: false, detail: lastLine === '' ? how : `${how}: ${lastLine}` }
  }

  #open(at: AgentCell, signal: AbortSignal): Promise<string> {
    const { workspace, isolation = 'same' } = at.model
    return this.#deps.workspaces.open(
      {
        sessionId: folderIdOf(at),
        folder: workspace ?? '',
        isolation: isolation === 'same' ? 'copy' : isolation,
      },
      signal,
    )
  }
}

/** @throws INVALID_INPUT the agent has no folder, or could do anything while nobody watches */
export function assertAgentCanRun(model: LineUpModel): void {
  if (!isAgent(model)) return
  if ((model.workspace ?? '').trim() === '') {
    throw failure('INVALID_INPUT', 'agent-folder-not-chosen', { field: 'models' })
  }
  if (model.permission === 'unlimited') {
    throw failure('INVALID_INPUT', 'agent-unlimited-in-sets', { field: 'models' })
  }
}

/** True if the model is a coding agent. */
export function isAgent({ model }: LineUpModel): boolean {
  return agentOf(model) !== null
}

/** Agents mention their folder in answers, so its name must not identify the model, as the cell number would. */
function folderIdOf({ runId, cell }: Pick<AgentCell, 'runId' | 'cell'>): string {
  const name = sha256(`${runId} ${cell}`)
  return `set-${runId}-${name.slice(0, 12)}`
}
