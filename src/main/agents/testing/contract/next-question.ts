import { describe, expect, it } from 'vitest'

import { type AgentBench, secondAnswer } from './bench'
import type { RouteSubject } from './subject'

/** The next question of a session, whatever happened to the previous one. Questions after a stop are in `stop.ts`. */
export function describeNextQuestion(subject: RouteSubject, bench: AgentBench): void {
  describe('the next question', () => {
    it('starts a new process when the first one is gone', async () => {
      const first = await bench.play('say My name is Ada.')
      await bench.endWaiting()
      const next = await bench.continueSession(first)
      expect([await next.ended, next.text, next.resumeId]).toEqual([null, secondAnswer, first.resumeId])
      expect(bench.starts()).toHaveLength(2)
    })

    it('works after the process was killed in mid-answer', async () => {
      const first = bench.start('say Begun. ;; read a.txt ;; hang')
      await first.waitFor(({ type }) => type === 'text-delta')
      for (const { pid } of bench.starts()) process.kill(pid, 'SIGKILL')
      await first.closed
      const next = await bench.continueSession(first)
      expect([await next.ended, next.text]).toEqual([null, secondAnswer])
    })

    it('reports a lost session before anything else, and keeps no other', async () => {
      const turn = await bench.play('say Never.', {
        request: { resumeId: '00000000-0000-4000-8000-00000000dead' },
      })
      expect(await turn.ended).toMatchObject({ code: 'AGENT_FAILED', data: { reason: 'session-lost' } })
      const lines = turn.story.filter((line) => !line.startsWith('used '))
      expect(lines).toEqual([
        expect.stringMatching(/^notes AGENT_SESSION_LOST: The agent no longer remembers this chat\./),
        expect.stringMatching(/^fails by AGENT_FAILED \("session-lost"\)/),
      ])
      expect(turn.resumeId).toBeNull()
    })

    if (!subject.provesRoute) return
    it('continues the session without replaying its history', async () => {
      const first = await bench.play('say My name is Ada.')
      const next = await bench.continueSession(first)
      expect([await next.ended, next.text, next.resumeId]).toEqual([null, secondAnswer, first.resumeId])
    })

    it('works after a refusal', async () => {
      const first = await bench.play('fail 401')
      expect((await first.ended)?.code).toBe('PROVIDER_AUTH')
      const next = await bench.play('say Hello.')
      expect([await next.ended, next.text]).toEqual([null, 'Hello.'])
    })

    if (subject.route === 'json-lines') return
    it('gets nothing of what the agent still sends for the answer before it', async () => {
      const first = await bench.play('say One. ;; idle say Two. ;; overdue say Three.')
      await expect.poll(() => first.lateText, { timeout: 10_000 }).toBe('Two.')
      const next = await bench.continueSession(first)
      expect([await next.ended, next.text, next.lateText]).toEqual([null, secondAnswer, ''])
      expect([first.text, first.lateText]).toEqual(['One.', 'Two.Three.'])
    })

    it('does not reuse a process with another permission', async () => {
      const first = await bench.play('say Hello.', { request: { permission: 'read-only' } })
      bench.skew(60_000)
      const next = await bench.play('say Hello.', { request: { resumeId: first.resumeId } })
      expect([await next.ended, bench.starts().length]).toEqual([null, 2])
    })
  })
}
