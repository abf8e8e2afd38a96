import { getEventListeners } from 'node:events'
import { mkdtempSync, readdirSync, realpathSync, rmSync, watch, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'

import { type InstalledFakes, installFakes } from '../../../../../e2e/fake-cli/install-fakes'
import { invariant } from '../../../../shared/invariant'
import type { Clock } from '../../../base/clock'
import { systemClock } from '../../../base/clock'
import { needsProc } from '../../../base/testing/needs'
import { type AcpRoutes, createAcpRoute } from '../../acp/acp-route'
import type { AgentRequest, InstalledAgent } from '../../agent'
import type { AgentProcess, AgentSupervisor } from '../../agent-process'
import { type AgentRoute, usesJsonLines } from '../../agent-route'
import { createJsonLinesRoute } from '../../json-lines/route/json-lines-route'
import { OddOutputNote } from '../../turns/odd-output'
import { createAgentSupervisor } from '../../supervisor/supervisor'
import { processesOf } from '../marked-processes'
import type { RouteSubject } from './subject'
import type { Happening } from './story'
import { type Decide, startTurn, type TurnProbe } from './turn-probe'

/** The user's key for an agent, which must never be quoted. */
export const givenKey = 'unguessable-0123456789'
/** Keys in Parley's own environment, which no agent ever gets. */
export const ownKeys = {
  ANTHROPIC_API_KEY: 'parleys-own-1',
  OPENAI_API_KEY: 'parleys-own-2',
  GEMINI_API_KEY: 'parleys-own-3',
  AWS_SECRET_ACCESS_KEY: 'parleys-own-4',
  NODE_OPTIONS: '--no-warnings',
}

/** The properties of a turn that a test may specify; by default, a trivial question with unlimited permission. */
export interface TurnOptions {
  request?: Partial<AgentRequest>
  agent?: Partial<InstalledAgent>
  sessionId?: string
  decide?: Decide
  isStopped?: boolean
  /** The reader leaves when this has happened. */
  leavesAt?: (happening: Happening) => boolean
}

type Record = ReturnType<InstalledFakes['records']>[number]

/** The environment of one contract test. Valid from the suite's first hook to its last. */
export interface AgentBench {
  readonly fakes: InstalledFakes
  /** The folder that this test's agents work in; it contains `a.txt`. */
  readonly workspace: string
  readonly supervisor: AgentSupervisor
  /** Called with each process after its start, before its route gets it. */
  onStarted: ((process: AgentProcess) => void) | null
  /** Called when a process is requested. */
  onStart: (() => void) | null
  /** From now on, an agent that ignores a request to end is terminated and killed soon. */
  hurry(): void
  /** Advances only the wall clock by this much. */
  skew(ms: number): void
  start(prompt: string, options?: TurnOptions): TurnProbe
  /** Plays a turn to its end, until nothing works for it. */
  play(prompt: string, options?: TurnOptions): Promise<TurnProbe>
  /** Continues the session of a turn with a question whose answer is the number of its questions. */
  continueSession(turn: TurnProbe): Promise<TurnProbe>
  /** Resolves when a fake has received the question of this turn. */
  promptReceived(turn: TurnProbe): Promise<void>
  /** The files that exist for this test's agents, such as configurations and images. */
  filesGiven(): string[]
  /** The starts of this test's fakes, and their input. */
  records(): Record[]
  starts(): Extract<Record, { type: 'start' }>[]
  /** The notes about output that Parley did not understand. Those that a test does not take make it fail. */
  takeNotes(): string[]
  /** Ends the agents that wait for a next question. */
  endWaiting(): Promise<void>
}

const lastQuestion = 'what else?'
/** The answer of a session that has had one question before. */
export const secondAnswer = 'ok (2 user messages)'

/**
 * Sets up fakes and a supervisor for the calling suite, and a route and a folder for each of its tests. Checks after
 * each test that nothing is left: no process, timer, listener, file, open upstream, reported error or rejection.
 */
export function setUpBench(subject: RouteSubject): AgentBench {
  let fakes: InstalledFakes
  let supervisor: AgentSupervisor
  let [root, workspace, dataFolder] = ['', '', '']
  let acp: AcpRoutes | null = null
  let [turnCount, testCount, recordCount] = [0, 0, 0]
  let [isHurried, skewMs] = [false, 0]
  const timers = new Set<object>()
  const turns: TurnProbe[] = []
  const complaints: unknown[] = []
  const notes: OddOutputNote[] = []
  const unhandled: unknown[] = []
  const complain = (_source: string, error: unknown) =>
    void (error instanceof OddOutputNote ? notes.push(error) : complaints.push(error))
  const errors = { fatal: complain, warning: complain }
  const onUnhandled = (error: unknown) => unhandled.push(error)
  const clock: Clock = {
    now: () => systemClock.now() + skewMs,
    monotonic: () => systemClock.monotonic(),
    after: (delayMs, callback) => {
      const timer = {}
      timers.add(timer)
      const cancel = systemClock.after(isHurried ? delayMs / 10 : delayMs, () => {
        timers.delete(timer)
        callback()
      })
      return () => {
        timers.delete(timer)
        cancel()
      }
    },
  }

  beforeEach(needsProc)
  beforeAll(() => {
    fakes = installFakes()
    // Agents are given real paths: what opens a workspace resolves links.
    root = realpathSync.native(mkdtempSync(join(tmpdir(), 'parley-contract-')))
    dataFolder = join(root, 'data')
    supervisor = createAgentSupervisor({
      clock: systemClock,
      bootId: crypto.randomUUID(),
      dataFolder,
      environment: { ...process.env, ...ownKeys, ...fakes.environment },
      errors,
      timeouts: {
        // Long, so that agents end in the same way on a busy machine as on an idle one.
        get askedMs() {
          return isHurried ? 50 : 10_000
        },
        get terminatedMs() {
          return isHurried ? 50 : 10_000
        },
        killTreeMs: 10_000,
      },
    })
  })

  afterAll(async () => {
    await supervisor.close()
    fakes[Symbol.dispose]()
    rmSync(root, { recursive: true, force: true })
  })

  beforeEach(() => {
    process.on('unhandledRejection', onUnhandled)
    workspace = mkdtempSync(join(root, `workspace-${(testCount += 1)}-`))
    writeFileSync(join(workspace, 'a.txt'), 'one\ntwo\n')
    recordCount = fakes.records().length
    bench.onStart = null
    bench.onStarted = null
    isHurried = false
  })

  afterEach(async () => {
    const played = turns.splice(0)
    for (const turn of played) turn.stop()
    await Promise.all(played.map((turn) => turn.closed))
    await bench.endWaiting()
    // An unhandled rejection is reported one turn later.
    await new Promise((resolve) => setImmediate(resolve))
    process.off('unhandledRejection', onUnhandled)
    expect(played.filter(({ upstream }) => upstream.opened !== upstream.closed)).toEqual([])
    expect(processesOf(...played.map(({ turn }) => turn.runId))).toEqual([])
    expect(played.flatMap(({ signal }) => getEventListeners(signal, 'abort'))).toEqual([])
    expect(supervisor.count()).toBe(0)
    expect(complaints.splice(0)).toEqual([])
    expect(bench.takeNotes()).toEqual([])
    expect(unhandled.splice(0)).toEqual([])
    expect(filesGiven()).toEqual([])
    expect(timers.size).toBe(0)
  })

  function filesGiven(): string[] {
    return namesIn(join(dataFolder, 'agents', 'files'))
  }

  function route(): AgentRoute {
    const watched: AgentSupervisor = {
      start: async (start) => {
        bench.onStart?.()
        const process = await supervisor.start(start)
        bench.onStarted?.(process)
        return process
      },
      count: () => supervisor.count(),
      close: () => supervisor.close(),
    }
    if (subject.route === 'json-lines') {
      invariant(usesJsonLines(subject.id), `${subject.id} has a JSON lines route`)
      return createJsonLinesRoute(subject.id, { supervisor: watched, clock, errors })
    }
    acp ??= createAcpRoute({ supervisor: watched, clock, errors, version: '1.0.0' })
    return acp.route(subject.id)
  }

  const bench: AgentBench = {
    get fakes() {
      return fakes
    },
    get workspace() {
      return workspace
    },
    get supervisor() {
      return supervisor
    },
    onStarted: null,
    onStart: null,
    hurry: () => {
      isHurried = true
    },
    skew: (ms) => {
      skewMs += ms
    },
    start(prompt, options = {}) {
      const turn = startTurn(
        route(),
        {
          agent: {
            executable: fakes.executable(subject.program),
            version: null,
            adapter: subject.adapter === null ? null : fakes.executable(subject.adapter),
            baseUrl: null,
            // Root gets unlimited permission only in a declared sandbox.
            environment: { IS_SANDBOX: '1' },
            ...options.agent,
          },
          request: {
            prompt,
            images: [],
            workspace,
            model: null,
            permission: 'unlimited',
            systemText: null,
            resumeId: null,
            ...options.request,
          },
          runId: `run-${process.pid}-${subject.route}-${(turnCount += 1)}`,
          sessionId: options.sessionId ?? 'chat',
        },
        {
          decide: options.decide ?? 'once',
          isStopped: options.isStopped ?? false,
          leavesAt: options.leavesAt,
        },
      )
      turns.push(turn)
      return turn
    },
    async play(prompt, options) {
      const turn = bench.start(prompt, options)
      await turn.closed
      return turn
    },
    continueSession(turn) {
      // Gemini cannot be asked again within the same minute.
      bench.skew(60_000)
      const { resumeId, turn: before } = turn
      const request = { ...before.request, prompt: lastQuestion, resumeId }
      return bench.play(lastQuestion, { request, agent: before.agent, sessionId: before.sessionId })
    },
    promptReceived: ({ turn }) =>
      madeInFolder(join(fakes.home, '.fake-agents'), () =>
        bench.records().some((each) => each.type === 'prompt' && each.text.includes(turn.request.prompt)),
      ),
    filesGiven,
    records: () => fakes.records().slice(recordCount),
    starts: () => bench.records().flatMap((record) => (record.type === 'start' ? [record] : [])),
    takeNotes: () => notes.splice(0).map(({ message }) => message),
    async endWaiting() {
      await acp?.close()
      acp = null
    },
  }
  return bench
}

/** Waits until a change in a folder makes the condition true. */
export function madeInFolder(folder: string, isTrue: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const watcher = watch(folder, look)
    function look(): void {
      if (!isTrue()) return
      watcher.close()
      resolve()
    }
    look()
  })
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    // No agent has received a file yet.
    return []
  }
}
