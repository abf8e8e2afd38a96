import { type Random, seededRandom } from '../src/main/base/seeded-random.ts'
import { modelDifferences } from '../src/main/sets/result-statistics.ts'
import { type PairedCount, pairedDifference } from '../src/main/statistics/differences.ts'
import { cohensKappa, kappaWithInterval, type RatedPair } from '../src/main/statistics/agreement.ts'
import { driftEvidence } from '../src/main/statistics/drift.ts'
import { type PassCount, shareOf } from '../src/main/statistics/shares.ts'
import { normal, uniform } from './data/simulated-users.ts'
import { median } from '../e2e/helpers/figures.ts'
import { poweredShare } from '../src/main/statistics/powered-share.ts'
import { type Figure, limitFigure, ratioFigure, shareFigure } from './figure.ts'

const runs = 2_000
const asPercent = (share: number) => `${(share * 100).toFixed(1)} %`

/** The promises of the results of prompt sets: honest intervals, and few differences that are none. */
export function setFigures(): Figure[] {
  return [
    ...[10, 20, 50, 100, 200].flatMap((prompts) =>
      [1, 2, 3, 5].flatMap((repeats) => coverage(prompts, repeats)),
    ),
    falseDifferences(1),
    falseDifferences(3),
    ...[0.1, 0.3, 0.5].flatMap((error) => [20, 40, 80].map((votes) => poweredCoverage(votes, error))),
    ...[2, 5].flatMap((grades) => [7, 20, 50].map((prompts) => kappaCoverage(grades, prompts))),
    votesToSettle(),
    falseDrift(),
    foundDrift(),
  ]
}

/** How the prompts of a run differ: in difficulty, and for one model more than for the other. */
interface Difficulty {
  middle: number
  spread: number
  own: number
  advantage: number
}

/** Runs of two models whose prompts are drawn from a population, in which the shares that pass are known. */
function coverage(prompts: number, repeats: number): Figure[] {
  const random = seededRandom(`sets: ${prompts} prompts, ${repeats} repeats`)
  let [ofShare, ofDifference] = [0, 0]
  for (let run = 0; run < runs; run++) {
    const difficulty = {
      middle: 4 * uniform(random) - 2,
      spread: 3 * uniform(random),
      own: 1.5 * uniform(random),
      advantage: 3 * uniform(random) - 1.5,
    }
    const counts = Array.from({ length: prompts }, () => simulatedPrompt(random, repeats, difficulty))
    const deviation = Math.hypot(difficulty.spread, difficulty.own)
    const truth = meanChance(difficulty.middle, deviation)
    const other = meanChance(difficulty.middle + difficulty.advantage, deviation)
    if (contains(shareOf(counts.map(({ one }) => one)), truth)) ofShare += 1
    if (contains(pairedDifference(counts), truth - other)) ofDifference += 1
  }
  const of = `${prompts} prompts, ${repeats} repeats`
  return [
    shareFigure(`sets: intervals of a share that contain the truth, ${of}`, ofShare / runs),
    shareFigure(`sets: intervals of a paired difference that contain it, ${of}`, ofDifference / runs),
  ]
}

function simulatedPrompt(
  random: Random,
  repeats: number,
  { middle, spread, own, advantage }: Difficulty,
): PairedCount {
  const common = middle + spread * normal(random)
  const count = (logit: number): PassCount => {
    const chance = logistic(logit + own * normal(random))
    return {
      passed: Array.from({ length: repeats }, () => uniform(random) < chance).filter(Boolean).length,
      judged: repeats,
    }
  }
  return { one: count(common), other: count(common + advantage) }
}

/** The answer that a person prefers, and the judge’s verdict, which is wrong in some cases. */
function simulatedVerdict(random: Random, share: number, error: number): { label: number; judged: number } {
  const label = Number(uniform(random) < share)
  return { label, judged: uniform(random) < error ? 1 - label : label }
}

/** Votes on some of 200 pairs, and verdicts of a judge on all. */
function poweredCoverage(votes: number, error: number): Figure {
  const random = seededRandom(`judge: ${votes} votes, wrong in ${error}`)
  let inside = 0
  for (let run = 0; run < runs; run++) {
    const share = 0.05 + 0.9 * uniform(random)
    const pairs = Array.from({ length: 200 }, () => simulatedVerdict(random, share, error))
    const others = pairs.slice(votes).map(({ judged }) => judged)
    if (contains(poweredShare(pairs.slice(0, votes), others), share)) inside += 1
  }
  const what = `judge: intervals of votes and verdicts that contain the truth, ${votes} votes`
  return coverageFigure(`${what}, a judge wrong in ${asPercent(error)}`, inside / runs)
}

function coverageFigure(what: string, share: number): Figure {
  return {
    what,
    measured: asPercent(share),
    budget: 'at least 93 %',
    isMet: share >= 0.93,
    values: { share },
  }
}

/** The marks of a judge and of the user for three answers to each prompt, which are alike. */
function simulatedMarks(random: Random, grades: number, prompts: number): RatedPair[][] {
  const gradeOf = (quality: number) =>
    Math.max(0, Math.min(grades - 1, Math.round((quality / 4 + 0.6) * (grades - 1))))
  return Array.from({ length: prompts }, () => {
    const prompt = 0.7 * normal(random)
    return Array.from({ length: 3 }, (): RatedPair => {
      const quality = prompt + 0.7 * normal(random)
      return [gradeOf(quality + 0.4 * normal(random)), gradeOf(quality + 0.6 * normal(random))]
    })
  })
}

/** How often the interval of kappa contains the one of very many marks. */
function kappaCoverage(grades: number, prompts: number): Figure {
  const random = seededRandom(`rubric: ${grades} grades, ${prompts} prompts`)
  const truth = cohensKappa(
    simulatedMarks(random, grades, 50_000).flat(),
    grades,
    (one, other) => (one - other) ** 2,
  )
  let inside = 0
  for (let run = 0; run < runs; run++) {
    const found = kappaWithInterval(simulatedMarks(random, grades, prompts), grades)
    if (contains(found, truth ?? Number.NaN)) inside += 1
  }
  return coverageFigure(
    `rubric: intervals of kappa that contain the truth, ${grades} grades, 3 marks for each of ${prompts} prompts`,
    inside / runs,
  )
}

const driftLimit = 20

/** The answers to 20 prompts: those of a baseline of 10 each, then one each at every look. */
function watchedPrompts(random: Random) {
  return Array.from({ length: 20 }, () => ({
    chance: logistic(2 + 2 * normal(random)),
    baseline: [] as boolean[],
    later: [] as boolean[],
  }))
}

/** How often a model that does not change is said to have changed, ever, in 300 looks. */
function falseDrift(): Figure {
  const random = seededRandom('drift: an unchanged model')
  let alarms = 0
  const watches = 1_000
  for (let watch = 0; watch < watches; watch++) {
    const prompts = watchedPrompts(random)
    const passes = (chance: number) => uniform(random) < chance
    for (const prompt of prompts) {
      prompt.baseline = Array.from({ length: 10 }, () => passes(prompt.chance))
    }
    for (let look = 0; look < 300; look++) {
      for (const prompt of prompts) prompt.later.push(passes(prompt.chance))
      if (driftEvidence(prompts).eValue < driftLimit) continue
      alarms += 1
      break
    }
  }
  return limitFigure(
    'drift: false alarms in 300 looks at an unchanged model',
    alarms / watches,
    0.05,
    asPercent,
  )
}

/** How often a fall from 90 to 75 % is found with 200 answers before it and 200 after it. */
function foundDrift(): Figure {
  const random = seededRandom('drift: a model that becomes worse')
  let found = 0
  for (let watch = 0; watch < runs; watch++) {
    const prompts = Array.from({ length: 20 }, () => ({
      baseline: Array.from({ length: 10 }, () => uniform(random) < 0.9),
      later: [] as boolean[],
    }))
    for (let look = 0; look < 10; look++) {
      for (const prompt of prompts) prompt.later.push(uniform(random) < 0.75)
      if (driftEvidence(prompts).eValue < driftLimit) continue
      found += 1
      break
    }
  }
  const share = found / runs
  return {
    what: 'drift: falls from 90 to 75 % that are found within 200 answers a side',
    measured: asPercent(share),
    budget: 'at least 80 %',
    isMet: share >= 0.8,
    values: { share },
  }
}

function votesUntil(isSettled: (votes: number) => boolean): number {
  const most = 400
  for (let votes = 5; votes < most; votes += 1) if (isSettled(votes)) return votes
  return most
}

const isAboveHalf = (interval: readonly [number, number] | undefined) => (interval?.[0] ?? 0) > 0.5

/** After how many votes the interval no longer contains one half, with the verdicts of a judge that is wrong in 10 %. */
function votesToSettle(): Figure {
  const random = seededRandom('judge: votes to settle')
  const needed = { powered: [] as number[], alone: [] as number[] }
  for (let run = 0; run < runs / 4; run++) {
    const share = 0.6 + 0.1 * uniform(random)
    const pairs = Array.from({ length: 400 }, () => simulatedVerdict(random, share, 0.1))
    const at = (votes: number) =>
      poweredShare(
        pairs.slice(0, votes),
        pairs.slice(votes).map(({ judged }) => judged),
      )
    needed.powered.push(votesUntil((votes) => isAboveHalf(at(votes)?.interval)))
    needed.alone.push(votesUntil((votes) => isAboveHalf(at(votes)?.fromLabels.interval)))
  }
  const [powered, alone] = [median(needed.powered), median(needed.alone)]
  return ratioFigure(
    'judge: votes until one of two is settled to be better, a judge wrong in 10 %',
    powered,
    { value: alone, name: 'as many as without the judge' },
    0.5,
    (votes) => `${votes} votes`,
  )
}

const logistic = (logit: number) => 1 / (1 + Math.exp(-logit))

/** The mean of a logistic normal variable, as a sum over its density. */
function meanChance(middle: number, deviation: number): number {
  let [sum, weights] = [0, 0]
  for (let at = -6; at <= 6; at += 0.05) {
    const weight = Math.exp((-at * at) / 2)
    sum += weight * logistic(middle + deviation * at)
    weights += weight
  }
  return sum / weights
}

function contains(found: { interval: readonly [number, number] } | null, truth: number): boolean {
  return found !== null && found.interval[0] <= truth && truth <= found.interval[1]
}

/** How many runs of eight equal models settle a difference between any two of them. */
function falseDifferences(repeats: number): Figure {
  const random = seededRandom(`sets: eight equal models, ${repeats} repeats`)
  let settled = 0
  for (let run = 0; run < runs; run++) {
    const rows = Array.from({ length: 30 }, () => {
      const chance = logistic(2 * normal(random))
      return Array.from({ length: 8 }, () => {
        const passed = Array.from({ length: repeats }, () => uniform(random) < chance).filter(Boolean).length
        return { passed, judged: repeats, done: repeats, failed: 0, costUsd: null, medianMs: null }
      })
    })
    if (modelDifferences(rows, 8).some(({ isSettled }) => isSettled)) settled += 1
  }
  const what = `sets: runs of eight equal models in which any two differ, 30 prompts, ${repeats} repeats`
  return limitFigure(what, settled / runs, 0.05, asPercent)
}
