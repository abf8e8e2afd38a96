import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { ParleyError } from '../../../../shared/errors'
import type { AgentBench } from './bench'
import type { RouteSubject } from './subject'
import { storyPrompts } from './subject'
import { questionsOf, type TurnProbe } from './turn-probe'

const asking = 'ask run touch made.txt ;; say Done.'

/** Tests the limits of each permission. */
export function describePermissions(subject: RouteSubject, bench: AgentBench): void {
  const isMade = (name = 'made.txt') => existsSync(join(bench.workspace, name))
  const asks = subject.cannot.ask === undefined
  const guarded = { request: { permission: 'workspace-write' as const } }

  describe('permission', () => {
    it(asks ? 'asks for everything that will run, and runs it once allowed' : 'cannot ask', async () => {
      const turn = await bench.play(storyPrompts.allowed, guarded)
      expect(turn.story).toEqual(subject.stories.allowed)
      expect([questionsOf(turn).length, isMade()]).toEqual(asks ? [1, true] : [0, false])
    })

    it(
      asks ? 'does nothing that was denied, and says so' : 'does nothing that it would have to ask for',
      async () => {
        const turn = await bench.play(storyPrompts.denied, { ...guarded, decide: 'deny' })
        expect(turn.story).toEqual(subject.stories.denied)
        expect(isMade()).toBe(false)
      },
    )

    it('writes and runs nothing while read-only, whatever the prompt says', async () => {
      const turn = await bench.play('edit made.txt with x ;; run touch other.txt ;; tell', {
        request: { permission: 'read-only' },
        // Codex is sandboxed by the system, and only the user can let it out.
        decide: subject.id === 'codex' ? 'deny' : 'once',
      })
      expect([await turn.ended, isMade(), isMade('other.txt')]).toEqual([null, false, false])
      expect(modeIn(turn)).toBe(subject.modes['read-only'])
    })

    it('writes into its folder without asking when it may', async () => {
      const turn = await bench.play('edit made.txt with x ;; tell', { ...guarded, decide: 'deny' })
      expect([await turn.ended, questionsOf(turn), isMade()]).toEqual([null, [], true])
      expect(modeIn(turn)).toBe(subject.modes['workspace-write'])
    })

    if (!asks) return
    it('is requested each time, because the agent remembers nothing', async () => {
      const turn = await bench.play('ask run touch made.txt ;; ask run touch other.txt', {
        ...guarded,
        decide: 'always',
      })
      expect([questionsOf(turn).length, isMade(), isMade('other.txt')]).toEqual([2, true, true])
      const next = await bench.play('ask run touch third.txt', {
        request: { ...guarded.request, resumeId: turn.resumeId },
        decide: 'deny',
      })
      expect([await next.ended, questionsOf(next).length, isMade('third.txt')]).toEqual([null, 1, false])
    })

    if (!subject.provesRoute) return
    it('that cannot be requested ends the turn with the reason, and allows nothing', async () => {
      const turn = await bench.play(asking, {
        ...guarded,
        decide: new ParleyError('DEGRADED', 'Nothing can be asked now.'),
      })
      expect([(await turn.ended)?.code, isMade()]).toEqual(['DEGRADED', false])
    })
  })
}

/** The mode that a fake reports. */
function modeIn({ text }: TurnProbe): string | undefined {
  return /"(?:mode|sandbox)":"([^"]+)"/.exec(text)?.[1]
}
