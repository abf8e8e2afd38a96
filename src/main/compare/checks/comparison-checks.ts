import type { CheckEvent, CommandCheck } from '../../../shared/agents/command-checks'
import { failure, toErrorData } from '../../../shared/failures/failure'
import type { ComparisonId, PaneId, RunId, SessionId } from '../../../shared/ids'
import type { StreamEnd } from '../../../shared/rpc/frames'
import type { Pane } from '../../../shared/sessions/sessions'
import { comparedPanes, type PaneEnd } from '../../../shared/votes/same-question'
import type { Workspaces } from '../../agents/workspaces/workspaces'
import type { CommandStart } from '../../agents/commands/run-command'
import type { CommandResult } from '../../../shared/agents/command-checks'
import type { Clock } from '../../base/clock'
import type { HiddenWork } from '../sealed/hidden-work'
import type { NewId } from '../../base/new-id'
import type { SessionLeases } from '../../leases/session-leases'
import type { Platform } from '../../platform/platform'
import type { ComparisonStore } from '../../store/comparisons/comparison-store'
import { AnnouncedSource, type EventSource } from '../../streams/event-source'

interface ComparisonChecksDeps {
  store: Pick<ComparisonStore, 'get'>
  /** The last message that the pane shows, with its question. */
  paneEnd: (pane: Pane) => PaneEnd
  leases: SessionLeases
  workspaces: Pick<Workspaces, 'origin' | 'state' | 'keepCheck'>
  hiddenWork: Pick<HiddenWork, 'checkOf'>
  confirm: Platform['confirm']
  runCommand: (start: CommandStart) => Promise<CommandResult>
  clock: Clock
  newId: NewId
}

/** A command to run in the folders of a comparison. */
export interface CheckInput {
  comparisonId: ComparisonId
  command: string
  /** For each folder. */
  limitMs: number
  /** Absent: all panes whose agents have a folder of their own, except those that were asked something else. */
  paneIds?: readonly PaneId[] | undefined
}

/**
 * Runs the user's command in the folders of a comparison's agents, one after another, so that they share neither ports
 * nor processors. While it runs in a folder, its pane cannot be asked.
 */
export class ComparisonChecks {
  readonly #deps: ComparisonChecksDeps
  /** Commands and folders that the user has approved since Parley started. */
  readonly #agreed = new Set<string>()
  readonly #active = new Map<AbortController, Promise<void>>()
  #isClosed = false

  constructor(deps: ComparisonChecksDeps) {
    this.#deps = deps
  }

  /**
   * Starts a check after the user has agreed to it outside the window.
   * @throws NOT_FOUND; INVALID_INPUT no agent has a folder of its own; CANCELLED the user did not agree
   */
  async run(input: CheckInput, signal: AbortSignal): Promise<CheckStream> {
    const { store, workspaces, hiddenWork } = this.#deps
    const show = hiddenWork.checkOf(input.comparisonId)
    const { panes } = store.get(input.comparisonId)
    const { paneIds } = input
    const asked =
      paneIds === undefined
        ? this.#withSameQuestion(panes)
        : panes.filter(({ paneId }) => paneIds.includes(paneId))
    const origins = await Promise.all(asked.map(({ sessionId }) => workspaces.origin(sessionId)))
    const sessionIds = asked.flatMap(({ sessionId }, index) => (origins[index] === null ? [] : [sessionId]))
    if (sessionIds.length === 0) throw failure('INVALID_INPUT', 'check-without-folder', { field: 'paneIds' })
    await this.#requireConsent(input.command, new Set(origins.filter((origin) => origin !== null)), signal)
    if (this.#isClosed) throw failure('CANCELLED', 'quitting')

    const controller = new AbortController()
    const stream = new CheckStream(() => controller.abort(), show)
    stream.push({ type: 'planned', sessionIds })
    const work = this.#runAll(sessionIds, input, stream, controller.signal).finally(() =>
      this.#active.delete(controller),
    )
    this.#active.set(controller, work)
    return stream
  }

  /** If no two panes were asked the same, all of them. */
  #withSameQuestion(panes: readonly Pane[]): readonly Pane[] {
    const places = comparedPanes(panes.map(this.#deps.paneEnd))
    if (!places.includes('compared')) return panes
    return panes.filter((_pane, index) => places[index] !== 'other-question')
  }

  /** Stops all checks; resolves when no process of their commands is left. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const controller of this.#active.keys()) controller.abort()
    await Promise.all(this.#active.values())
  }

  async #requireConsent(command: string, folders: ReadonlySet<string>, signal: AbortSignal): Promise<void> {
    const keys = [...folders].map((folder) => JSON.stringify([command, folder]))
    if (keys.every((key) => this.#agreed.has(key))) return
    const lines = [
      { label: 'command' as const, value: command },
      ...[...folders].map((folder) => ({ label: 'folder' as const, value: folder })),
    ]
    if (!(await this.#deps.confirm({ kind: 'check-command', lines }, signal))) {
      throw failure('CANCELLED', 'check-not-agreed')
    }
    for (const key of keys) this.#agreed.add(key)
  }

  async #runAll(
    sessionIds: readonly SessionId[],
    input: CheckInput,
    stream: CheckStream,
    signal: AbortSignal,
  ): Promise<void> {
    for (const sessionId of sessionIds) {
      if (signal.aborted) break
      stream.push({ type: 'started', sessionId })
      stream.push(await this.#runOne(sessionId, input, signal))
    }
    stream.finish({ reason: signal.aborted ? 'stopped' : 'completed' })
  }

  /** Never rejects. */
  async #runOne(
    sessionId: SessionId,
    { command, limitMs }: CheckInput,
    allStopped: AbortSignal,
  ): Promise<CheckEvent> {
    const { leases, workspaces, runCommand, clock, newId } = this.#deps
    const own = new AbortController()
    const signal = AbortSignal.any([allStopped, own.signal])
    try {
      const lease = leases.acquire(sessionId, { kind: 'operation', stop: () => own.abort() })
      try {
        const before = await workspaces.state(sessionId, signal)
        const { workFolder: folder } = before
        const result = await runCommand({ command, folder, runId: newId<RunId>(), limitMs, signal })
        const ended = { ...result, command, endedAt: clock.now(), isOutdated: false }
        if (result.ended === 'stopped') {
          return { type: 'ended', sessionId, check: { ...ended, hasChangedFiles: false } }
        }
        const { tree } = await workspaces.state(sessionId, signal)
        const check: CommandCheck = { ...ended, hasChangedFiles: tree !== before.tree }
        await workspaces.keepCheck(sessionId, check, tree)
        return { type: 'ended', sessionId, check }
      } finally {
        lease.release()
      }
    } catch (error) {
      return { type: 'failed', sessionId, error: toErrorData(signal.aborted ? stoppedEarly() : error) }
    }
  }
}

/** Stopped while the files were read, before or after the command. */
function stoppedEarly() {
  return failure('CANCELLED', 'call')
}

/** The stream of a check: closing it stops the command, and it ends when no process of the command is left. */
export class CheckStream extends AnnouncedSource implements EventSource<CheckEvent> {
  readonly #onClosed: () => void
  readonly #show: (event: CheckEvent) => CheckEvent
  readonly #waiting: CheckEvent[] = []
  #end: StreamEnd | null = null

  constructor(onClosed: () => void, show: (event: CheckEvent) => CheckEvent) {
    super()
    this.#onClosed = onClosed
    this.#show = show
  }

  get end(): StreamEnd | null {
    return this.#waiting.length === 0 ? this.#end : null
  }

  push(event: CheckEvent): void {
    this.#waiting.push(event)
    this.announce(true)
  }

  finish(end: StreamEnd): void {
    this.#end = end
    this.announce(true)
  }

  take(max: number): CheckEvent[] {
    return this.#waiting.splice(0, max).map((event) => this.#show(event))
  }

  close(): void {
    this.#onClosed()
  }
}
