import { messageText } from '../../shared/sessions/messages'
import {
  type FigurePart,
  type WhichFigure,
  whichFigures,
  type WhichModel,
  type WhichScope,
} from '../../shared/which-model/which-model'
import { mostVoted } from '../ranking/most-voted'
import type { ReadableDatabase } from '../store/database/database'
import { QuestionReader } from '../store/votes/answered-questions'
import { voteQuestions } from '../store/votes/vote-questions'
import { weightedVotes } from '../votes/ranked-votes'
import { figuresOf } from './estimate'
import { type Evidence, type Item, within } from './evidence'
import { verdictOf } from './verdict'

/** What is shown; more would have no room. */
const limits = { models: 100, columns: 15, verdicts: 5, questionChars: 200 }

/** What to read of the database, which its writer keeps open. */
export interface WhichQuery {
  file: string
  scope: WhichScope
  /** Also the quality of each model by tag and set, which takes longer. */
  withColumns: boolean
}

/** Which figure of a model to open. */
export interface PartsQuery extends Omit<WhichQuery, 'withColumns'> {
  model: string
  figure: WhichFigure
  limit: number
}

/** What is known about all models in a scope. */
export function whichModelBy(
  evidence: Evidence,
  { scope, withColumns }: Pick<WhichQuery, 'scope' | 'withColumns'>,
): WhichModel {
  const { columns, hidden, isCut } = evidence
  const scoped = within(scope, evidence)
  const verdict = verdictIn(scoped, byModel(scoped.items))
  const isFirst = (key: string) => verdict.kind !== 'nothing' && verdict.model === key
  const models = byModel(scoped.items).toSorted(
    ([one], [other]) => Number(isFirst(other)) - Number(isFirst(one)),
  )
  const isEverything = scope.tag === undefined && scope.setId === undefined
  return {
    models: models.slice(0, limits.models).map(([key, own]) => ({
      key,
      settings: new Set(own.flatMap(({ settings }) => settings ?? [])).size,
      figures: figuresOf(own, whichFigures),
    })),
    verdict,
    columns,
    byColumn: columns
      .slice(0, isEverything ? limits[withColumns ? 'columns' : 'verdicts'] : 0)
      .map((column) => {
        const part = within(column, evidence)
        const partModels = byModel(part.items)
        const figures = withColumns
          ? partModels.map(([key, own]) => [key, figuresOf(own, ['votes', 'checks'])] as const)
          : []
        return { verdict: verdictIn(part, partModels), figures: Object.fromEntries(figures) }
      }),
    votes: scoped.votes.length,
    answers: scoped.items.filter(({ values }) => values.failures !== undefined).length,
    hidden,
    leftOut: Math.max(0, models.length - limits.models),
    isCut,
  }
}

/** What a figure of a model is made of, newest first, and how much of it there is. */
export function figureParts(
  { database, evidence }: { database: ReadableDatabase; evidence: Evidence },
  { scope, model, figure, limit }: PartsQuery,
): { parts: FigurePart[]; total: number } {
  const own = within(scope, evidence)
    .items.filter((item) => item.model === model && item.values[figure] !== undefined)
    .toSorted((one, other) => (other.at ?? 0) - (one.at ?? 0))
  const questionOf = questions(database)
  return { parts: own.slice(0, limit).map((item) => partOf(item, figure, questionOf)), total: own.length }
}

/** Those with the most votes and answers first; of as many, those that won and passed more. */
function byModel(items: readonly Item[]): [key: string, items: Item[]][] {
  return [...Map.groupBy(items, ({ model }) => model)].toSorted(
    ([, one], [, other]) => other.length - one.length || won(other) - won(one),
  )
}

function won(items: readonly Item[]): number {
  return items.reduce((sum, { values }) => sum + (values.votes ?? 0) + (values.checks ?? 0), 0)
}

function verdictIn({ votes, items }: Evidence, models: readonly [key: string, items: Item[]][]) {
  const ranked = mostVoted(weightedVotes(votes).votes, limits.models).votes
  const itemsOf = new Map(models)
  return verdictOf(ranked, items, (model) => figuresOf(itemsOf.get(model) ?? [], ['speed', 'cost']))
}

function partOf(item: Item, figure: WhichFigure, questionOf: (item: Item) => string): FigurePart {
  const { values, outcome, failedChecks, judge, at, place } = item
  const value = values[figure] ?? 0
  const isShare = outcome !== undefined || figure === 'checks' || figure === 'failures'
  const result = figure === 'failures' ? (['answered', 'error'] as const) : (['failed', 'passed'] as const)
  return {
    question: questionOf(item).trim().slice(0, limits.questionChars),
    ...(isShare ? { outcome: outcome ?? result[value === 1 ? 1 : 0] } : { amount: value }),
    ...(failedChecks !== undefined && figure === 'checks' ? { failedChecks } : {}),
    ...(judge === undefined ? {} : { judge }),
    at,
    place,
  }
}

function questions(database: ReadableDatabase): (item: Item) => string {
  const reader = new QuestionReader(database)
  const ofVote = voteQuestions(database)
  return ({ question }) => {
    if ('text' in question) return question.text
    if ('vote' in question) return ofVote(question.vote).question ?? ''
    const asked = reader.message(question.messageId)
    return asked === null ? '' : messageText(asked)
  }
}
