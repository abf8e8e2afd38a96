import { isDeepStrictEqual } from 'node:util'

import { describe, expect, it } from 'vitest'

import type { AgentBench } from './bench'
import type { RouteSubject } from './subject'
import type { TurnProbe } from './turn-probe'

/** Every recorded case, replayed from the real agent's output, and its expected story. */
export function describeTranscripts(subject: RouteSubject, bench: AgentBench): void {
  const cases = Object.entries(subject.transcripts)
  if (cases.length === 0) return
  describe('transcript', () => {
    it.each(cases)('%s', async (name, story) => {
      const turn = startRecorded(subject, bench, name, story)
      const at = story.findIndex((line) => line.startsWith('('))
      if (at !== -1) {
        const before = story.slice(0, at)
        await turn.waitFor(() => isDeepStrictEqual(turn.story, before))
        interfere(turn, bench, story[at])
      }
      await turn.closed
      expect(turn.story).toEqual(story)
    })
  })
}

/** Starts a case, with the decisions that the real agent got. */
function startRecorded(
  { route }: RouteSubject,
  bench: AgentBench,
  name: string,
  story: readonly string[],
): TurnProbe {
  const isUnknown = name === 'resume-unknown'
  const isAsked = route === 'acp' || name === 'permprompt-allow'
  return bench.start(isUnknown ? 'say Never.' : `replay ${name}`, {
    request: {
      permission: isAsked ? 'workspace-write' : 'unlimited',
      resumeId: isUnknown ? 'ses_gone' : null,
    },
    decide: story.includes('is told deny') ? 'deny' : story.includes('is told withdrawn') ? 'never' : 'once',
  })
}

/** Repeats what was done to the real agent: `(stop)`, or a signal from another process. */
function interfere(turn: TurnProbe, bench: AgentBench, line: string | undefined): void {
  const what = line?.slice(1, -1) ?? ''
  turn.interfere(what, () => {
    if (what === 'stop') turn.stop()
    else for (const { pid } of bench.starts()) process.kill(pid, what)
  })
}
