import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { AnswerDifferences, Conflict, TextRange } from '../../../shared/differences/differences'

const folder = join(import.meta.dirname, 'corpus')

/** A question with its answers and the conflicts among them, labelled by hand. */
export interface LabelledCase {
  id: string
  answers: string[]
  conflicts: LabelledConflict[]
}

/** The passages that are in conflict, by position of the answer. */
interface LabelledConflict {
  kind: string
  passages: { answer: number; range: TextRange }[]
}

/** The labelled cases by file. */
export function labelledCases(): ReadonlyMap<string, LabelledCase[]> {
  const files = readdirSync(folder).filter((file) => file.endsWith('.md') && file !== 'README.md')
  return new Map(files.toSorted().map((file) => [file, casesIn(readFileSync(join(folder, file), 'utf8'))]))
}

function casesIn(text: string): LabelledCase[] {
  return text
    .split(/^##### /mu)
    .slice(1)
    .map((part) => {
      const [head = '', ...sections] = part.split(/^=== /mu)
      const answers: string[] = []
      const conflicts: LabelledConflict[] = []
      for (const section of sections) {
        const end = section.indexOf('\n')
        const [title, body] = [section.slice(0, end), section.slice(end + 1)]
        if (/^[A-H]$/u.test(title)) answers.push(body.trimEnd())
        if (title === 'conflicts') {
          for (const line of body.split('\n').filter((each) => each.trim() !== '')) {
            conflicts.push(labelIn(line, answers))
          }
        }
      }
      return { id: head.slice(0, head.indexOf('\n')), answers, conflicts }
    })
}

function labelIn(line: string, answers: readonly string[]): LabelledConflict {
  const [kind = '', ...sides] = line.split(' | ')
  const passages = sides.map((side) => {
    const answer = side.charCodeAt(0) - 65
    const words = side.slice(3)
    const from = answers[answer]?.indexOf(words) ?? -1
    if (from < 0) throw new Error(`A labelled passage is not in its answer: ${side}`)
    return { answer, range: [from, from + words.length] as const }
  })
  return { kind, passages }
}

/** How many labelled conflicts a comparison found, and how many of those that it shows are none. */
export interface Score {
  labelled: number
  found: number
  shown: number
  wrong: number
  /** Of the labelled conflicts those between numbers, dates or versions. */
  values: number
  /** Those of them whose values are listed side by side. */
  sideBySide: number
}

/** The sum of scores. */
export function sumOf(scores: readonly Score[]): Score {
  const sum: Score = { labelled: 0, found: 0, shown: 0, wrong: 0, values: 0, sideBySide: 0 }
  for (const score of scores) {
    for (const key of Object.keys(sum) as (keyof Score)[]) sum[key] += score[key]
  }
  return sum
}

/** Compares what was found with the labels. */
export function scoreOf(labelledCase: LabelledCase, result: AnswerDifferences): Score {
  const { missed, wrong } = judged(labelledCase, result)
  const [labelled, shown] = [labelledCase.conflicts.length, result.conflicts.length]
  const ofValues = labelledCase.conflicts.filter(({ kind }) => valueKinds.has(kind))
  const sideBySide = ofValues.filter((label) =>
    [...result.conflicts, ...result.values.map(({ values }) => ({ sides: values }))].some((listed) =>
      matches(label, listed),
    ),
  ).length
  const [found, values] = [labelled - missed.length, ofValues.length]
  return { labelled, found, shown, wrong: wrong.length, values, sideBySide }
}

const valueKinds = new Set(['number', 'unit', 'date', 'version'])

/** The labelled conflicts that were not found, and what was shown without being one, as their passages. */
export function judged(
  { answers, conflicts: labels }: LabelledCase,
  { conflicts }: AnswerDifferences,
): { missed: string[]; wrong: string[] } {
  const missed = labels.filter((label) => !conflicts.some((conflict) => matches(label, conflict)))
  const wrong = conflicts.filter((conflict) => !labels.some((label) => matches(label, conflict)))
  const words = (answer: number, range: TextRange) => answers[answer]?.slice(...range) ?? ''
  return {
    missed: missed.map(({ passages }) =>
      passages.map(({ answer, range }) => words(answer, range)).join(' | '),
    ),
    wrong: wrong.map(({ sides }) =>
      sides.map((side) => side.map(({ answer, value }) => words(answer, value)).join(' = ')).join(' | '),
    ),
  }
}

/** True if passages of at least two sides are those of the label. */
function matches(label: LabelledConflict, { sides }: Pick<Conflict, 'sides'>): boolean {
  const overlapping = sides.filter((side) =>
    side.some(({ answer, value }) =>
      label.passages.some(
        (passage) => passage.answer === answer && passage.range[0] < value[1] && value[0] < passage.range[1],
      ),
    ),
  )
  return overlapping.length >= 2
}
