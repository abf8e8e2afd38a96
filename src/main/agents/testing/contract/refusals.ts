import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { agentProfiles } from '../../profiles/agent-profiles'
import { type AgentBench, givenKey } from './bench'
import type { RouteSubject } from './subject'
import type { TurnOptions } from './bench'

/** Tests the messages that the user sees when there is no answer. */
export function describeRefusals(subject: RouteSubject, bench: AgentBench): void {
  const { name } = agentProfiles[subject.id]
  const program = subject.route === 'acp' && subject.adapter !== null ? 'adapter' : 'executable'

  describe('refusal', () => {
    it.each([
      ['fail 401', 'PROVIDER_AUTH', 'signed-out', /Sign in with it in a terminal: \w/],
      ['fail 429', 'PROVIDER_RATE_LIMIT', 'busy', /Wait a moment, then try again\./],
      ['fail 500', 'PROVIDER_OVERLOADED', 'overloaded', /Try again later\./],
    ])('of %s has its code and reason, and says what to do', async (prompt, code, reason, words) => {
      const turn = await bench.play(prompt)
      const error = await turn.ended
      expect(error).toMatchObject({ code, data: { reason, providerName: name } })
      expect(error?.message).toMatch(words)
      expect(error?.message).toContain(name)
      expect(turn.story.filter((line) => line.startsWith('finishes'))).toEqual([])
      if (prompt !== 'fail 429') return
      const retries = turn.happenings.filter((each) => each.type === 'notice' && each.code === 'RETRY')
      expect(retries.length > 0).toBe(subject.cannot.retries === undefined)
    })

    if (program === 'adapter') {
      it('of an agent without its adapter says how to install that', async () => {
        const turn = await bench.play('say Never.', { agent: { adapter: null } })
        expect(await turn.ended).toMatchObject({
          code: 'AGENT_NOT_INSTALLED',
          message: expect.stringContaining(agentProfiles[subject.id].installAdapter ?? '') as string,
          data: { reason: 'adapter', agentId: subject.id, install: agentProfiles[subject.id].installAdapter },
        })
      })
    }

    if (!subject.provesRoute) return
    it('of an agent that is not installed says how to install it', async () => {
      const turn = await bench.play('say Never.', { agent: { [program]: join(bench.workspace, 'nothing') } })
      expect((await turn.ended)?.code).toBe('AGENT_NOT_INSTALLED')
      expect(turn.story).toHaveLength(1)
    })

    it.each([
      ['in an error message', 'echo "no luck with $OPENAI_API_KEY" >&2; exit 1'],
      ['in a line that is no message', 'echo "no luck with $OPENAI_API_KEY"; exit 1'],
    ])("does not quote the user's key %s", async (_when, script) => {
      bench.hurry()
      const turn = await bench.play('say Never.', complainer(bench.workspace, script, program))
      const error = await turn.ended
      expect(error?.code).toMatch(/^(AGENT|PROVIDER)_/)
      const told = JSON.stringify([turn.story, error?.message, error?.data])
      expect(told).toContain('no luck')
      expect(told).not.toContain(givenKey)
      expect(bench.takeNotes().join('\n')).not.toContain(givenKey)
    })
  })
}

/** A program in place of the agent. */
function complainer(folder: string, script: string, program: 'adapter' | 'executable'): TurnOptions {
  const file = join(folder, 'complainer')
  writeFileSync(file, `#!/bin/sh\n${script}\n`)
  chmodSync(file, 0o755)
  return { agent: { [program]: file, environment: { OPENAI_API_KEY: givenKey } } }
}
