import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import type { AgentBench } from './bench'
import type { RouteSubject } from './subject'
import { storyPrompts } from './subject'

const isOutput = ({ type }: { type: string }) => type === 'tool-output'

/** What an agent does beside talking. */
export function describeTools(subject: RouteSubject, bench: AgentBench): void {
  describe('tools', () => {
    it('tell a command in full, between what was said before and after it, with its output', async () => {
      expect((await bench.play(storyPrompts.command)).story).toEqual(subject.stories.command)
    })

    const tellsFailure = subject.cannot['failed-command'] === undefined
    it(tellsFailure ? 'tell a failed command' : 'take a failed command for one that worked', async () => {
      const { story } = await bench.play(storyPrompts.failedCommand)
      expect(story).toEqual(subject.stories.failedCommand)
      expect(story.some((line) => line.startsWith('call-1 fails with'))).toBe(tellsFailure)
    })

    const showsOutput = subject.cannot['live-output'] === undefined
    it(showsOutput ? 'show what a command puts out while it runs' : 'show output at the end', async () => {
      const turn = bench.start('run echo begun; until [ -e go ]; do sleep 0.02; done; echo over')
      if (showsOutput) await turn.waitFor(isOutput)
      else await turn.waitFor(({ type }) => type === 'kept')
      readyToGo(bench.workspace)
      await turn.closed
      expect(turn.happenings.some(isOutput)).toBe(showsOutput)
      expect(turn.story.join('\n')).toMatch(/begun.*over/s)
    })

    it('tell which files an edit changes, how, and that it did', async () => {
      expect((await bench.play(storyPrompts.edit)).story).toEqual(subject.stories.edit)
      const [changed, made] = ['a.txt', 'new.txt'].map((name) =>
        readFileSync(join(bench.workspace, name), 'utf8'),
      )
      expect([changed, made]).toEqual(['one\ntwo\none more line\n', 'new\n'])
    })

    it('show a plan as a plan, each time that it changes', async () => {
      expect((await bench.play(storyPrompts.plan)).story).toEqual(subject.stories.plan)
    })

    it('tell a sub-agent, and what is known of its work beneath it', async () => {
      const { story } = await bench.play(storyPrompts.subAgent)
      expect(story).toEqual(subject.stories.subAgent)
      const isSeen = story.some((line) => line.includes(' for call-1 '))
      expect(isSeen).toBe(subject.cannot['sub-agent-inside'] === undefined)
    })

    it('have ids of their own, and each one result', async () => {
      const turn = await bench.play('run echo one ;; run echo two ;; read a.txt')
      const ids = (type: 'tool-call' | 'tool-result') =>
        turn.happenings.flatMap((each) => (each.type === type ? [each.toolCallId] : []))
      expect(new Set(ids('tool-call')).size).toBe(3)
      expect(ids('tool-result')).toEqual(ids('tool-call'))
    })
  })
}

function readyToGo(workspace: string): void {
  writeFileSync(join(workspace, 'go'), '')
}
