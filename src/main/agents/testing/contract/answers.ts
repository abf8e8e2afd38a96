import { describe, expect, it } from 'vitest'

import type { AgentBench } from './bench'
import type { RouteSubject } from './subject'
import { storyPrompts } from './subject'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

/** The content of an answer, and what the agent receives. */
export function describeAnswers(subject: RouteSubject, bench: AgentBench): void {
  describe('answer', () => {
    it('arrives complete and in order, separate from the reasoning, with usage and finish', async () => {
      const turn = await bench.play(storyPrompts.answer)
      expect(turn.story).toEqual(subject.stories.answer)
    })

    const streams = subject.cannot.deltas === undefined
    it(streams ? 'arrives in pieces while it is written' : 'arrives whole, without losses', async () => {
      const turn = await bench.play('slow 12 tokens at 5 ms')
      const pieces = turn.happenings.filter(({ type }) => type === 'text-delta')
      expect(turn.text).toBe('w0 w1 w2 w3 w4 w5 w6 w7 w8 w9 w10 w11 ')
      expect(pieces.length > 6).toBe(streams)
    })

    it('requests have the model, the instructions, the image, the folder and the mode', async () => {
      const model = subject.id === 'opencode' ? 'mock/small' : 'small'
      const turn = await bench.play('tell', {
        request: {
          model,
          systemText: 'Be brief.',
          images: [{ kind: 'image', mediaType: 'image/png', bytes: png }],
        },
      })
      const told = JSON.parse(turn.text) as { images: string[]; cwd: string; mode?: string; sandbox?: string }
      expect(told).toMatchObject({ images: ['image/png'], cwd: bench.workspace })
      expect(told.mode ?? told.sandbox).toBe(subject.modes.unlimited)
      // Each agent takes these in a different place: on its command line, in its environment, in a message or in a
      // file.
      const said = JSON.stringify([turn.text, bench.records()])
      expect(said).toContain(model)
      // Every program can read a command line.
      const commandLines = JSON.stringify(bench.starts().map(({ args }) => args))
      expect(commandLines).not.toMatch(/Be brief|tell/)
      const isInFile = bench.starts().some(({ environment }) => 'PARLEY_INSTRUCTIONS' in environment)
      expect(isInFile || said.includes('Be brief.')).toBe(true)
    })

    if (!subject.provesRoute) return
    it('has its session stored before the first text that a crash could lose', async () => {
      const turn = bench.start('hang')
      await turn.waitFor(({ type }) => type === 'kept')
      expect(turn.text).toBe('')
      turn.stop()
      await turn.closed
      expect(turn.happenings.filter(({ type }) => type === 'kept')).toHaveLength(1)
    })
  })
}
