import { z } from 'zod'

import {
  type Contestant,
  type Vote,
  type VotedAnswer,
  voteLimits,
  voteResults,
} from '../../../../shared/votes/votes'
import { longText, modelParams, nullableAmount, rowsOf, shape, shortText, text, time } from './parley-shapes'

/** The names in a bundle: one HTML file, readable in any browser, with data that Parley imports. */
export const bundleFile = {
  format: 'parley-bundle',
  version: 1,
  /** Votes without a comparison, a run of a set, and its answers. */
  votes: 'parley-votes',
  setRun: 'parley-set-run',
  setAnswers: 'parley-set-answers',
  /** Only in an archive of everything: a set, which its runs follow; what was voted on in a run; and other votes. */
  set: 'parley-set',
  setBallots: 'parley-set-ballots',
  keptVotes: 'parley-kept-votes',
  /** The element that contains the data, a JSON list, as it is written. */
  dataStart: '<script type="application/json" id="parley-bundle">',
  dataEnd: '</script>',
  /** Precedes the SHA-256 of the data, in hexadecimal digits. */
  hashStart: '<code id="parley-bundle-hash">',
} as const

/** The first element of a bundle's data. */
export interface ParleyBundle {
  format: typeof bundleFile.format
  version: typeof bundleFile.version
  exportedAt: number
}

/** One answer of a vote; `pane` counts the panes of the comparison from 0, `message` is a key in that pane's chat. */
export interface ParleyVotedAnswer extends Omit<VotedAnswer, 'paneId' | 'messageId' | 'original'> {
  pane: number | null
  message: string | null
}

/** A vote without the ids of any store. `source` counts only in an archive: votes of a bundle are those of its sender. */
export interface ParleyVote extends Omit<Vote, 'id' | 'comparisonId' | 'shown'> {
  shown: ParleyVotedAnswer[]
}

/** Votes of a ranking, under the name of their file. */
export interface ParleyVotes {
  format: typeof bundleFile.votes
  version: typeof bundleFile.version
  name: string
  votes: ParleyVote[]
}

/** Votes of an archive that belong to none of its comparisons and runs. */
export interface ParleyKeptVotes {
  format: typeof bundleFile.keptVotes
  version: typeof bundleFile.version
  votes: ParleyVote[]
}

const contestant = shape<Contestant>()({
  key: z
    .string()
    .min(1)
    .max(voteLimits.nameChars * 10),
  model: shortText.exactOptional(),
  params: modelParams.exactOptional(),
  systemPrompt: longText.exactOptional(),
})

/** The most votes in one piece of a file. */
const maxVotes = 100_000

const index = z.number().int().min(0)

const votedAnswer: z.ZodType<ParleyVotedAnswer> = shape<ParleyVotedAnswer>()({
  contestant,
  pane: index.nullable(),
  message: text.nullable(),
  answeredBy: shortText.exactOptional(),
  prompt: shortText.exactOptional(),
  chars: index.nullable(),
  costUsd: nullableAmount,
  namesContestant: z.literal(true).exactOptional(),
  seenBefore: z.literal(true).exactOptional(),
})

/** A vote in a file: what it chooses is among what it shows, each once. */
export const parleyVote: z.ZodType<ParleyVote> = shape<ParleyVote>()({
  result: z.enum(voteResults),
  chosen: z.array(index).max(voteLimits.answers),
  shown: z.array(votedAnswer).min(2).max(voteLimits.answers),
  why: z.string().max(voteLimits.whyChars).nullable(),
  tags: z.array(z.string().min(1).max(voteLimits.tagChars)).max(voteLimits.tags),
  isBlind: z.boolean(),
  how: z.literal('rendered').exactOptional(),
  // As in CSV: a ranking counts from 1970 on.
  at: time.min(0),
  source: shortText.min(1).exactOptional(),
})
  .refine(
    ({ result, chosen, shown }) => {
      const count = new Set(chosen).size
      const fits = { best: count === 1, order: count >= 2, tie: count >= 2, 'all-bad': count === 0 }[result]
      return fits && count === chosen.length && chosen.every((at) => at < shown.length)
    },
    { path: ['chosen'] },
  )
  // Each pane shows one answer.
  .refine(
    ({ shown }) => {
      const panes = shown.flatMap(({ pane }) => pane ?? [])
      return new Set(panes).size === panes.length
    },
    { path: ['shown'] },
  )

/** The schema of votes under the name of their file. */
export const parleyVotes: z.ZodType<ParleyVotes> = shape<ParleyVotes>()({
  format: z.literal(bundleFile.votes),
  version: z.literal(bundleFile.version),
  name: z.string().min(1).max(500),
  votes: rowsOf<ParleyVote>(maxVotes),
})

/** The schema of votes that belong to nothing else in the archive. */
export const parleyKeptVotes: z.ZodType<ParleyKeptVotes> = shape<ParleyKeptVotes>()({
  format: z.literal(bundleFile.keptVotes),
  version: z.literal(bundleFile.version),
  votes: rowsOf<ParleyVote>(maxVotes),
})
