import { describe, expect, it } from 'vitest'

import { oddities, type Oddity } from '../../../../../e2e/fake-cli/script/oddities'
import type { AgentBench } from './bench'

/** The notes in the log about odd output. Parley understands output that has no entry. */
const noted: Partial<Record<Oddity, RegExp>> = {
  'plain line': /\(line\): \[SandboxDebug\]/,
  'log line': /model list refreshed/,
  'coloured line': /\(line\): warn a new version/,
  'other json': /Update available/,
  'huge line': /\(long-line\): debug xxx/,
  'echoed message': /\(line\): \[debug\] sending/,
  'progress line': /\(line\): Loading/,
  'message with a tail': /took [\d]+ ms/,
  'damaged message': /\(damaged-message\)/,
  'unknown message': /heartbeat|mood/,
  'unknown update': /mood|paused/,
  'unknown content': /hologram/,
}

/** The odd output that is shown; the rest is not part of the answer. */
const shown: Partial<Record<Oddity, RegExp>> = {
  'unknown tool': /(?:tool|odd|Teleport|teleport) \(other\)/,
  'extra fields': /odd/,
  image: /"type":"file","mediaType":"image\/png"/,
  resource: /# Notes/,
}

/** Output that no known version of an agent prints: it is noted in the log, and the turn continues. */
export function describeOdd(bench: AgentBench): void {
  describe('odd output', () => {
    it('leaves the answer around it intact', async () => {
      // Reading a file separates the messages of agents that send whole messages only.
      const words = oddities.map((oddity, index) => `say (${index}) ;; odd ${oddity} ;; read a.txt`)
      const turn = await bench.play([...words, 'say (end)'].join(' ;; '))
      expect(await turn.ended).toBeNull()
      const said = Array.from(turn.text.matchAll(/\((\d+|end)\)/g), ([, marker]) => marker)
      expect(said).toEqual([...oddities.map((_, index) => `${index}`), 'end'])
      const story = turn.story.join('\n')
      const notes = bench.takeNotes().join('\n')
      for (const oddity of oddities) {
        if (noted[oddity] !== undefined) expect.soft(notes, oddity).toMatch(noted[oddity])
        if (shown[oddity] !== undefined) expect.soft(story, oddity).toMatch(shown[oddity])
      }
      // A damaged message may have been part of the answer.
      expect(turn.story.filter((line) => line.includes('could not be read'))).not.toEqual([])
      expect(turn.happenings.filter(({ type }) => type === 'usage' || type === 'finish')).not.toEqual([])
    })

    it.each(['completed', 'something_new'])('an answer that ends as "%s" is complete', async (word) => {
      const turn = await bench.play(`say Hello. ;; ends as ${word}`)
      expect([await turn.ended, turn.text]).toEqual([null, 'Hello.'])
      bench.takeNotes()
    })
  })
}
