import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import type { AgentBench } from './bench'
import type { RouteSubject } from './subject'
import { storyPrompts } from './subject'

const isOutput = ({ type }: { type: string }) => type === 'tool-output'

/** An agent's actions besides text. */
export function describeTools(subject: RouteSubject, bench: AgentBench): void {
  describe('tools', () => {
    it('include a whole command with its output, between the text before and after it', async () => {
      expect((await bench.play(storyPrompts.command)).story).toEqual(subject.stories.command)
    })

    const reportsFailure = subject.cannot['failed-command'] === undefined
    it(reportsFailure ? 'mark a failed command' : 'show a failed command as successful', async () => {
      const { story } = await bench.play(storyPrompts.failedCommand)
      expect(story).toEqual(subject.stories.failedCommand)
      expect(story.some((line) => line.startsWith('call-1 fails with'))).toBe(reportsFailure)
    })

    const showsOutput = subject.cannot['live-output'] === undefined
    it(showsOutput ? 'show the output of a command while it runs' : 'show output at the end', async () => {
      const turn = bench.start('run echo begun; until [ -e go ]; do sleep 0.02; done; echo over')
      if (showsOutput) await turn.waitFor(isOutput)
      else await turn.waitFor(({ type }) => type === 'kept')
      readyToGo(bench.workspace)
      await turn.closed
      expect(turn.happenings.some(isOutput)).toBe(showsOutput)
      expect(turn.story.join('\n')).toMatch(/begun.*over/s)
    })

    it('include the files that an edit changes, the changes, and the success', async () => {
      expect((await bench.play(storyPrompts.edit)).story).toEqual(subject.stories.edit)
      const [changed, made] = ['a.txt', 'new.txt'].map((name) =>
        readFileSync(join(bench.workspace, name), 'utf8'),
      )
      expect([changed, made]).toEqual(['one\ntwo\none more line\n', 'new\n'])
    })

    it('show a plan each time it changes', async () => {
      expect((await bench.play(storyPrompts.plan)).story).toEqual(subject.stories.plan)
    })

    it('include a sub-agent, with its known actions nested', async () => {
      const { story } = await bench.play(storyPrompts.subAgent)
      expect(story).toEqual(subject.stories.subAgent)
      const isSeen = story.some((line) => line.includes(' for call-1 '))
      expect(isSeen).toBe(subject.cannot['sub-agent-inside'] === undefined)
    })

    it('have unique ids, with one result each', async () => {
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
