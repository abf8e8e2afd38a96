import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { processesOf } from '../marked-processes'
import type { AgentBench } from './bench'
import type { RouteSubject } from './subject'

const megabyte = 1_048_576

/** Agents that misbehave; the route and the supervisor decide what happens. */
export function describeBroken(subject: RouteSubject, bench: AgentBench): void {
  if (!subject.provesRoute) return
  describe('broken', () => {
    it.each([
      ['exit 0', ['exited']],
      ['exit 3', ['exited']],
      ['half line', ['exited']],
    ])('%s is a failure with its reason, and the text before it is kept', async (words, reasons) => {
      const turn = await bench.play(`say Before. ;; read a.txt ;; ${words}`)
      const error = await turn.ended
      expect(error?.code).toBe('AGENT_FAILED')
      expect(reasons).toContain(error?.data?.['reason'])
      expect(error?.message).toMatch(/The text (so far|before it) is kept\./)
      expect(turn.text).toContain('Before.')
      expect(processesOf(turn.turn.runId)).toEqual([])
      bench.takeNotes()
    })

    it('a lost connection is a failure, never a complete answer', async () => {
      const turn = await bench.play('say Before. ;; read a.txt ;; cut')
      expect((await turn.ended)?.code).toMatch(/^(PROVIDER|AGENT)_/)
      expect(turn.text).toContain('Before.')
      expect(turn.happenings.map(({ type }) => type)).not.toContain('finish')
    })

    it('reads a line of 5 MB', async () => {
      const turn = await bench.play('big line 5 MB')
      expect(await turn.ended).toBeNull()
      expect(turn.text).toHaveLength(5 * megabyte)
    })

    it('a line of more than 10 MB is left out of the answer, which says so', async () => {
      const turn = await bench.play('big line 11 MB ;; read a.txt ;; say Hello.')
      expect([await turn.ended, turn.text.endsWith('Hello.')]).toEqual([null, true])
      expect(turn.text.length).toBeLessThan(11 * megabyte)
      expect(turn.story.join('\n')).toContain('could not be read')
      expect(bench.takeNotes()).not.toEqual([])
    })

    it('a flood on standard error does not delay the answer', async () => {
      const turn = await bench.play('flood stderr 4096 kB ;; say Hello.')
      expect([await turn.ended, turn.text]).toEqual([null, 'Hello.'])
    })

    it('an agent that does not exit after its answer is ended, and the answer is complete', async () => {
      bench.hurry()
      const turn = await bench.play('stay ;; say Hello.')
      expect([await turn.ended, turn.text]).toEqual([null, 'Hello.'])
      await bench.endWaiting()
      expect(processesOf(turn.turn.runId)).toEqual([])
    })

    it('a process that holds the output open does not delay the end', async () => {
      bench.hurry()
      const turn = await bench.play('leave child own-session reparented holds-output ;; say Hello.')
      expect(await turn.ended).toBeNull()
      expect(turn.text).toContain('Hello.')
      await bench.endWaiting()
      expect(processesOf(turn.turn.runId)).toEqual([])
    })

    it.each(['SIGKILL', 'SIGTERM'] as const)(
      'an agent that another process ends with %s is a failure, and its text is kept',
      async (signal) => {
        const turn = bench.start('say Begun. ;; read a.txt ;; hang')
        await turn.waitFor(({ type }) => type === 'text-delta')
        for (const { pid } of bench.starts()) process.kill(pid, signal)
        const error = await turn.ended
        expect([error?.code, error?.data?.['reason']]).toEqual(['AGENT_FAILED', 'exited'])
        expect(turn.text).toContain('Begun.')
      },
    )

    if (subject.route === 'acp') {
      it('text after the end of the answer is still part of it', async () => {
        const turn = await bench.play('say Hello there ;; late say , and more')
        expect([await turn.ended, turn.text]).toEqual([null, 'Hello there, and more'])
      })
      return
    }
    it('output after the result is ignored', async () => {
      const file = join(bench.workspace, 'talkative')
      const agent = bench.fakes.executable(subject.program)
      writeFileSync(file, `#!/bin/sh\n'${agent}' "$@"\necho and by the way: no json\n`)
      chmodSync(file, 0o755)
      const turn = await bench.play('say Hello.', {
        agent: { executable: file, environment: { IS_SANDBOX: '1' } },
      })
      expect([await turn.ended, turn.text]).toEqual([null, 'Hello.'])
      bench.takeNotes()
    })
  })
}
