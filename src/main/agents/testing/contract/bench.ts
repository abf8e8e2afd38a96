import { getEventListeners } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, watch, writeFileSync } from 'node:fs'
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
import { type AgentRoute, printsLines } from '../../agent-route'
import { createJsonLinesRoute } from '../../json-lines/route/json-lines-route'
import { createAgentSupervisor } from '../../supervisor/supervisor'
import { processesOf } from '../marked-processes'
import type { RouteSubject } from './subject'
import type { Happening } from './story'
import { type Decide, startTurn, type TurnProbe } from './turn-probe'

/** The user's own key, as an agent is given it: it must never be quoted. */
export const givenKey = 'unguessable-0123456789'
/** Keys of Parley's own environment, which no agent ever gets. */
export const ownKeys = {
  ANTHROPIC_API_KEY: 'parleys-own-1',
  OPENAI_API_KEY: 'parleys-own-2',
  GEMINI_API_KEY: 'parleys-own-3',
  AWS_SECRET_ACCESS_KEY: 'parleys-own-4',
  NODE_OPTIONS: '--no-warnings',
}

/** What a test may say of a turn; the rest is a question of no weight that may do anything. */
export interface TurnOptions {
  request?: Partial<AgentRequest>
  agent?: Partial<InstalledAgent>
  sessionId?: string
  decide?: Decide
  isStopped?: boolean
  /** The reader leaves when this has come. */
  leavesAt?: (happening: Happening) => boolean
}

type Record = ReturnType<InstalledFakes['records']>[number]

/** What one test of the contract works with. Good from the first hook of the suite to its last. */
export interface AgentBench {
  readonly fakes: InstalledFakes
  /** The folder that the agents of this test work in; `a.txt` is in it. */
  readonly workspace: string
  readonly supervisor: AgentSupervisor
  /** Called with each process as soon as it is started, before its route has it. */
  onStarted: ((process: AgentProcess) => void) | null
  /** Called when a process is asked for. */
  onStart: (() => void) | null
  /** From now on an agent that does not end when it is asked is terminated soon, and soon killed. */
  hurry(): void
  /** So much time goes by for the time of day alone. */
  skew(ms: number): void
  start(prompt: string, options?: TurnOptions): TurnProbe
  /** The same, when it is over and nothing works for it. */
  play(prompt: string, options?: TurnOptions): Promise<TurnProbe>
  /** Goes on with the session of a turn by a question that is answered by how many it has had. */
  goOn(turn: TurnProbe): Promise<TurnProbe>
  /** Resolves when a fake has got the question of this turn. */
  toldPrompt(turn: TurnProbe): Promise<void>
  /** Configurations, images and the like that are there for an agent of this test. */
  filesGiven(): string[]
  /** What the fakes were started with and told in this test. */
  records(): Record[]
  starts(): Extract<Record, { type: 'start' }>[]
  /** Ends the agents that wait for a next question. */
  endWaiting(): Promise<void>
}

const lastQuestion = 'what else?'
/** How it is answered by a session that has had one question before. */
export const secondAnswer = 'ok (2 user messages)'

/**
 * Sets up fakes and a supervisor for the suite that calls this, a route and a folder for each of its tests, and checks
 * after each one that nothing was left: no process, timer, listener or file, no open upstream, no complaint, no rejection.
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
  const unhandled: unknown[] = []
  const complain = (_source: string, error: unknown) => void complaints.push(error)
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
    root = mkdtempSync(join(tmpdir(), 'parley-contract-'))
    dataFolder = join(root, 'data')
    supervisor = createAgentSupervisor({
      clock: systemClock,
      bootId: crypto.randomUUID(),
      dataFolder,
      environment: { ...process.env, ...ownKeys, ...fakes.environment },
      errors,
      waits: {
        // Long, so that a busy machine ends no agent otherwise than a quiet one.
        get askedMs() {
          return isHurried ? 50 : 10_000
        },
        get terminatedMs() {
          return isHurried ? 50 : 10_000
        },
        huntMs: 10_000,
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
    // A rejection that nobody handles is told one turn later.
    await new Promise((resolve) => setImmediate(resolve))
    process.off('unhandledRejection', onUnhandled)
    expect(played.filter(({ upstream }) => upstream.opened !== upstream.closed)).toEqual([])
    expect(processesOf(...played.map(({ turn }) => turn.runId))).toEqual([])
    expect(played.flatMap(({ signal }) => getEventListeners(signal, 'abort'))).toEqual([])
    expect(supervisor.count()).toBe(0)
    expect(complaints.splice(0)).toEqual([])
    expect(unhandled.splice(0)).toEqual([])
    expect(filesGiven()).toEqual([])
    expect(timers.size).toBe(0)
  })

  function filesGiven(): string[] {
    const given = join(dataFolder, 'agents', 'files')
    const named = bench
      .starts()
      .flatMap(({ args }) => args.flatMap((arg) => /parley-agent-[^/]+/.exec(arg)?.[0] ?? []))
    return [...namesIn(given), ...namesIn(tmpdir()).filter((name) => named.includes(name))]
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
      invariant(printsLines(subject.id), `${subject.id} has a route by lines`)
      return createJsonLinesRoute(subject.id, { supervisor: watched, clock })
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
            // Root may not do everything unasked, unless it is told that nothing can happen.
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
    goOn(turn) {
      // Gemini is not asked again within the minute.
      bench.skew(60_000)
      const { resumeId, turn: before } = turn
      const request = { ...before.request, prompt: lastQuestion, resumeId }
      return bench.play(lastQuestion, { request, agent: before.agent, sessionId: before.sessionId })
    },
    toldPrompt: ({ turn }) =>
      madeInFolder(join(fakes.home, '.fake-agents'), () =>
        bench.records().some((each) => each.type === 'prompt' && each.text.includes(turn.request.prompt)),
      ),
    filesGiven,
    records: () => fakes.records().slice(recordCount),
    starts: () => bench.records().flatMap((record) => (record.type === 'start' ? [record] : [])),
    async endWaiting() {
      await acp?.close()
      acp = null
    },
  }
  return bench
}

/** Waits until what happens in a folder has made something true. */
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
    // No agent was given a file yet.
    return []
  }
}
