import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { processesOf } from '../marked-processes'
import { type AgentBench, madeInFolder, secondAnswer } from './bench'
import type { RouteSubject } from './subject'
import type { TurnProbe } from './turn-probe'

const isText = ({ type }: { type: string }) => type === 'text-delta'

/** A stop at every moment of a turn: first those that depend on the agent, then those that are the same for a route. */
export function describeStop(subject: RouteSubject, bench: AgentBench): void {
  describe('stop', () => {
    it('before the first token ends the turn, and the session continues', async () => {
      const turn = bench.start('hang')
      await turn.waitFor(({ type }) => type === 'kept')
      await bench.promptReceived(turn)
      await stopAndCheck(bench, turn)
      await goesOn(bench, turn)
    })

    it('in mid-stream ends the turn, and the session continues', async () => {
      const turn = bench.start('say Begun. ;; read a.txt ;; slow 500 tokens at 20 ms')
      await turn.waitFor(isText)
      await stopAndCheck(bench, turn)
      await goesOn(bench, turn)
    })

    it('in the middle of a command leaves none of its processes, wherever they hide', async () => {
      const hide = 'setsid sh -c "trap : INT TERM; touch ready; while :; do sleep 0.2; done" & wait'
      const turn = bench.start(`leave child own-session deaf ;; run ${hide}`)
      await madeInFolder(bench.workspace, () => existsSync(join(bench.workspace, 'ready')))
      expect(processesOf(turn.turn.runId).length).toBeGreaterThan(2)
      await stopAndCheck(bench, turn)
      await goesOn(bench, turn)
    })

    if (subject.cannot.ask === undefined) {
      it('during a request for permission does not run the command, and the session continues', async () => {
        const turn = bench.start('ask run touch made.txt', {
          request: { permission: 'workspace-write' },
          decide: 'never',
        })
        await turn.waitFor(({ type }) => type === 'asked')
        await stopAndCheck(bench, turn)
        expect(turn.story).toContain('is told withdrawn')
        expect(existsSync(join(bench.workspace, 'made.txt'))).toBe(false)
        await goesOn(bench, turn)
      })
    }

    if (!subject.provesRoute) return
    it('before the start starts nothing', async () => {
      const turn = await bench.play('say Never', { isStopped: true })
      expect([await turn.ended, turn.story, bench.starts()]).toEqual([null, [], []])
    })

    it('in the turn of the start leaves nothing', async () => {
      bench.hurry()
      const turn = bench.start('say Never')
      turn.stop()
      expect(await turn.ended).toBeNull()
      await turn.closed
      expect(turn.story).toEqual([])
      expect(processesOf(turn.turn.runId)).toEqual([])
    })

    it('during the start of the process leaves nothing', async () => {
      // A process that is asked before it listens has to be terminated.
      bench.hurry()
      const started = Promise.withResolvers<void>()
      bench.onStart = started.resolve
      const turn = bench.start('say Never')
      await started.promise
      await stopAndCheck(bench, turn)
      expect(turn.story).toEqual([])
    })

    it('right after the start of the process leaves nothing', async () => {
      bench.hurry()
      const turn = bench.start('say Never')
      bench.onStarted = () => turn.stop()
      await stopAndCheck(bench, turn.signal.aborted ? turn : await onceStopped(turn))
      expect(turn.text).toBe('')
    })

    it('at its first output, before it has a session, leaves nothing', async () => {
      bench.hurry()
      const turn = bench.start('hang')
      bench.onStarted = ({ stdout }) => stdout.once('readable', () => turn.stop())
      await stopAndCheck(bench, await onceStopped(turn))
    })

    it('of an agent that ignores requests and SIGTERM kills it, and the session continues', async () => {
      bench.hurry()
      const turn = bench.start('ignore signals ;; ignore cancel ;; say Begun. ;; read a.txt ;; hang')
      await turn.waitFor(isText)
      await stopAndCheck(bench, turn)
      await goesOn(bench, turn)
    })

    it('after the answer, while the process does not exit, leaves nothing', async () => {
      bench.hurry()
      const turn = bench.start('stay ;; say Hello.')
      await turn.waitFor(isText)
      turn.stop()
      expect(await turn.ended).toBeNull()
      await turn.closed
      await bench.endWaiting()
      expect(processesOf(turn.turn.runId)).toEqual([])
    })

    it('by leaving the loop ends the turn too', async () => {
      const turn = bench.start('say Begun. ;; read a.txt ;; hang', { leavesAt: isText })
      await turn.closed
      expect(processesOf(turn.turn.runId)).toEqual([])
    })
  })
}

/** Stops a turn, and checks everything that a stop guarantees. */
async function stopAndCheck(bench: AgentBench, turn: TurnProbe): Promise<void> {
  turn.stop()
  expect(await turn.ended).toBeNull()
  await turn.closed
  expect(turn.happenings.map(({ type }) => type)).not.toContain('finish')
  expect(turn.upstream).toEqual({ opened: 1, closed: 1 })
  expect(processesOf(turn.turn.runId)).toEqual([])
  expect(bench.supervisor.count()).toBe(0)
}

async function goesOn(bench: AgentBench, turn: TurnProbe): Promise<void> {
  const next = await bench.continueSession(turn)
  expect([await next.ended, next.text, next.resumeId]).toEqual([null, secondAnswer, turn.resumeId])
}

/** Resolves when a hook of the bench has stopped the turn. */
function onceStopped(turn: TurnProbe): Promise<TurnProbe> {
  return new Promise((resolve) => turn.signal.addEventListener('abort', () => resolve(turn), { once: true }))
}
