import type { Criterion, Rating, RubricMark, RubricResult, RubricScore } from '../../../shared/sets/rubrics'
import { rubricScales } from '../../../shared/sets/rubrics'
import type { SetRun } from '../../../shared/sets/sets'
import { markIn } from '../../../shared/sets/judge-reply'
import { unreadReply } from '../../../shared/sets/verdicts'
import { QuoteFinder } from '../../differences/text/find-quote'
import { kappaWithInterval, type RatedPair } from '../../statistics/agreement'
import { poweredShare } from '../../statistics/powered-share'
import type { StoredAnswers } from '../../store/sets/stored-answers'
import { cellPlace } from '../running/cell-numbers'
import { shapeOf } from './judge-plan'
import { measuredFrom } from './judge-trust'

/** A judge by a rubric, or the user if `judge` is null, with all marks. */
interface Rater {
  judge: SetRun | null
  rubric: readonly Criterion[]
  marks: RubricMark[]
}

/** The user, if there are ratings, then the judges by a rubric. With `prompt`, only the marks for its answers. */
export function ratersOf(
  store: StoredAnswers,
  run: SetRun,
  { judges, prompt = null }: { judges: readonly SetRun[]; prompt?: number | null },
): Rater[] {
  const rubric = run.rubric ?? []
  const rated = store.ratings(run.id).filter(({ criterion }) => rubric.some(({ id }) => id === criterion))
  const marks = rated.filter((each) => prompt === null || each.prompt === prompt)
  const judged = judges.flatMap((judge): Rater[] => {
    const own = judge.rubric
    return own === undefined
      ? []
      : [{ judge, rubric: own, marks: judgedMarks(store, { run, judge, prompt }) }]
  })
  return marks.length === 0 ? judged : [{ judge: null, rubric, marks }, ...judged]
}

function judgedMarks(
  store: StoredAnswers,
  { run, judge, prompt }: { run: SetRun; judge: SetRun; prompt: number | null },
): RubricMark[] {
  const { rubric = [] } = judge
  const asked = Map.groupBy(store.judgedPairs(judge.id).entries(), ([, [cell]]) => cell)
  return [...asked].flatMap(([cell, asks]) => {
    const place = cellPlace(shapeOf(run), cell)
    const answer = prompt !== null && place.prompt !== prompt ? null : store.cells.answer(run.id, cell)
    if (answer === null) return []
    const source = { text: [...(answer.course?.earlier ?? []), answer.text].join('\n\n'), isVerbatim: false }
    // A single word may be the evidence.
    const quotes = new QuoteFinder({ leastCharacters: 4 })
    return asks.flatMap(([index]): RubricMark[] => {
      const [criterion, reply] = [rubric[index % rubric.length], store.cells.answer(judge.id, index)]
      if (criterion === undefined || reply === null) return []
      const found = reply.error === null ? markIn(reply.text, criterion.scale) : null
      const given = { ...place, criterion: criterion.id }
      return found === null
        ? [{ ...given, mark: null, unread: unreadReply(reply, false) }]
        : [{ ...given, ...found, isQuoted: quotes.find(source, found.quote) !== null }]
    })
  })
}

/** Scores of each model, and how far a judge agrees with the user's blind marks. */
export function rubricResult(
  { judge, rubric, marks }: Rater,
  { run, ratings }: { run: SetRun; ratings: readonly Rating[] },
): RubricResult {
  const counted = marks.flatMap(({ mark, isQuoted, ...place }) => {
    const criterion = rubric.find(({ id }) => id === place.criterion)
    if (mark === null || isQuoted === false || criterion === undefined) return []
    const { scale, weight } = criterion
    const grade = gradeOf(mark, scale)
    return [{ ...place, grade, weight, share: grade / (rubricScales[scale].length - 1) }]
  })
  // Without some of its marks, an answer would seem better or worse than it is.
  const whole = [...Map.groupBy(counted, answerKey).values()].filter(({ length }) => length >= rubric.length)
  const answers = whole.map((same) => {
    const weight = same.reduce((sum, each) => sum + each.weight, 0)
    return { ...same[0], share: same.reduce((sum, each) => sum + each.share * each.weight, 0) / weight }
  })
  const byModel = (shares: readonly { prompt?: number; model?: number; share: number }[]) =>
    run.models.map((_, model) => meanOf(shares.filter((each) => each.model === model)))
  const blind = ratings.filter(({ isBlind }) => isBlind && judge !== null)
  const rated = new Map(blind.map((each) => [`${answerKey(each)} ${each.criterion}`, each.mark]))
  const unread = marks.filter(({ mark }) => mark === null).length
  return {
    run: judge,
    total: byModel(answers),
    criteria: rubric.map(({ id, name, scale }) => {
      const own = counted.filter(({ criterion }) => criterion === id)
      const common = own.flatMap((each) => {
        const mark = rated.get(`${answerKey(each)} ${id}`)
        return mark === undefined ? [] : [{ ...each, pair: [each.grade, gradeOf(mark, scale)] as RatedPair }]
      })
      const clusters = [...Map.groupBy(common, ({ prompt }) => prompt).values()]
      const pairs = clusters.map((same) => same.map(({ pair }) => pair))
      const isMeasured = common.length >= measuredFrom
      const agreement = isMeasured ? kappaWithInterval(pairs, rubricScales[scale].length) : null
      return { name, scores: byModel(own), common: common.length, agreement }
    }),
    unproven: marks.length - counted.length - unread,
    unread,
    needed: measuredFrom,
  }
}

/** The place of a mark on its scale. A file may have marks beside it. */
const gradeOf = (mark: number, scale: Criterion['scale']) => Math.max(0, rubricScales[scale].indexOf(mark))

function answerKey({ prompt, repeat, model }: Pick<Rating, 'prompt' | 'repeat' | 'model'>): string {
  return `${prompt} ${repeat} ${model}`
}

/** Each prompt counts the same; repeats of one are not independent. */
function meanOf(shares: readonly { prompt?: number; share: number }[]): RubricScore | null {
  const means = [...Map.groupBy(shares, ({ prompt }) => prompt).values()].map(
    (same) => same.reduce((sum, { share }) => sum + share, 0) / same.length,
  )
  const scores = means.map((label) => ({ label, judged: 0 }))
  const [share] = means
  return share === undefined ? null : (poweredShare(scores, []) ?? { share, interval: null })
}
