import { median } from '../e2e/helpers/figures.ts'
import { seededRandom } from '../src/main/base/seeded-random.ts'
import { contestantsOf, indexVotes } from '../src/main/ranking/checked-vote.ts'
import { DirectOutcomeTable } from '../src/main/ranking/direct-outcomes.ts'
import { eValue, isSettled } from '../src/main/statistics/e-value.ts'
import { rankVotes } from '../src/main/ranking/rank-votes.ts'
import type { RankedVote } from '../src/shared/ranking/ranking.ts'
import { simulateUser } from './data/simulated-users.ts'
import { type Figure, limitFigure, plainFigure, shareFigure } from './figure.ts'

const users = 2_000
const looks = 300
const asPercent = (share: number) => `${(share * 100).toFixed(1)} %`

/** The promises of the ranking: speed, honest intervals, and few announcements that are wrong. */
export function rankingFigures(): Figure[] {
  return [
    fitting(),
    ...coverage('2 contestants', 2),
    ...coverage('2 or 3 contestants', 3),
    ...coverage('2 to 8 contestants', 8),
    falseAnnouncements(),
    falseAnnouncementsAboutSettings(),
    falseAnnouncementsAboutPrompts(),
  ]
}

function fitting(): Figure {
  const votes = manyVotes()
  const samplesMs = Array.from({ length: 15 }, () => {
    // Elapsed time would include that of other programs on a busy machine.
    const before = process.threadCpuUsage()
    rankVotes(votes, { prior: 'normal' })
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1_000
  })
  const what = 'ranking: 50 contestants, 10,000 votes with lengths and costs, median CPU time'
  return limitFigure(what, median(samplesMs), 50)
}

/** Votes between two of 50, a fifth of them ties; no two are equal. */
function manyVotes(): RankedVote[] {
  const random = seededRandom('ranking: many votes')
  const keys = Array.from({ length: 50 }, (_, index) => `contestant ${index}`)
  return Array.from({ length: 10_000 }, (_, at) => {
    const shown = random.some(keys, 2)
    const isTie = random.below(5) === 0
    return {
      shown,
      result: isTie ? 'tie' : 'best',
      chosen: isTie ? [0, 1] : [random.below(2)],
      at,
      lengths: shown.map(() => 200 + random.below(4_000)),
      costs: shown.map(() => random.below(100) / 1_000),
    }
  })
}

/** Which share of the intervals contains the truth, over users with 5 to 100 votes. */
function coverage(name: string, mostContestants: number): Figure[] {
  const random = seededRandom(`ranking: ${name}`)
  let [intervals, inside, pairs, better, foreseen] = [0, 0, 0, 0, 0]
  for (let user = 0; user < users; user++) {
    const contestants = 2 + random.below(mostContestants - 1)
    const { strengths, votes } = simulateUser(random, { contestants, votes: 5 + random.below(96) })
    const ranking = rankVotes(votes, { prior: 'normal' })
    // Only contestants that were shown are ranked, and intervals are about the mean of these.
    const shown = ranking.contestants.map(({ key }) => strengths.get(key) ?? Number.NaN)
    const mean = shown.reduce((sum, each) => sum + each, 0) / shown.length
    ranking.contestants.forEach(({ interval }, index) => {
      const truth = (shown[index] ?? Number.NaN) - mean
      intervals += 1
      if (truth >= interval[0] && truth <= interval[1]) inside += 1
    })
    for (const { a, b, probabilityBetter } of ranking.pairs) {
      pairs += 1
      foreseen += probabilityBetter
      if ((strengths.get(a) ?? Number.NaN) > (strengths.get(b) ?? Number.NaN)) better += 1
    }
  }
  const ofUsers = `${users.toLocaleString('en')} users with ${name}`
  return [
    shareFigure(`ranking: intervals that contain the truth, ${ofUsers}`, inside / intervals),
    plainFigure(`ranking: the one listed first is better, ${ofUsers}`, better / pairs, asPercent),
    plainFigure(`ranking: its mean probability to be better, ${ofUsers}`, foreseen / pairs, asPercent),
  ]
}

/** How often a verdict is announced about two that are equally good, looking after every vote. */
function falseAnnouncements(): Figure {
  const random = seededRandom('ranking: looks')
  const runs = 20_000
  let announced = 0
  for (let run = 0; run < runs; run++) {
    let wins = 0
    for (let votes = 1; votes <= looks; votes++) {
      wins += random.below(2)
      if (eValue(wins, votes - wins) < 20) continue
      announced += 1
      break
    }
  }
  return limitFigure(`ranking: false announcements in ${looks} looks`, announced / runs, 0.05, asPercent)
}

/** The same when one of the two has four of five answers, as with settings that are grouped. */
function falseAnnouncementsAboutSettings(): Figure {
  const random = seededRandom('ranking: looks at settings')
  const runs = 2_000
  const keys = ['a', 'b']
  let announced = 0
  for (let run = 0; run < runs; run++) {
    const votes = Array.from({ length: looks }, (): RankedVote => {
      const shown = random.some(['a', 'a', 'a', 'a', 'b'], 5)
      return { shown, result: 'best', chosen: [random.below(5)], at: random.below(1e12) }
    })
    let [wins, losses] = [0, 0]
    for (const vote of indexVotes(votes, contestantsOf(votes))) {
      const outcome = new DirectOutcomeTable([vote], keys.length).evidence(0, 1)
      wins += outcome.wins
      losses += outcome.losses
      if (!isSettled(wins, losses)) continue
      announced += 1
      break
    }
  }
  const what = `ranking: false announcements in ${looks} looks, four settings of one against the other`
  return limitFigure(what, announced / runs, 0.05, asPercent)
}

/**
 * The same when every prompt is asked about four times, in any order, and each prompt favours one of the two, the other
 * or neither. Votes on a prompt share the weight of one, so an earlier vote weighs less with each later one.
 */
function falseAnnouncementsAboutPrompts(): Figure {
  const random = seededRandom('ranking: looks at prompts')
  const runs = 5_000
  let announced = 0
  for (let run = 0; run < runs; run++) {
    const prompts = Array.from({ length: looks / 4 }, () => ({ wins: 0, votes: 0, favours: random.below(3) }))
    let [wins, losses] = [0, 0]
    for (let look = 0; look < looks; look++) {
      const prompt = prompts[random.below(prompts.length)] ?? { wins: 0, votes: 0, favours: 0 }
      if (prompt.votes > 0) {
        wins -= prompt.wins / prompt.votes
        losses -= 1 - prompt.wins / prompt.votes
      }
      prompt.wins += prompt.favours === 2 ? random.below(2) : prompt.favours
      prompt.votes += 1
      wins += prompt.wins / prompt.votes
      losses += 1 - prompt.wins / prompt.votes
      if (!isSettled(Math.max(0, wins), Math.max(0, losses))) continue
      announced += 1
      break
    }
  }
  const what = `ranking: false announcements in ${looks} looks, four votes on each prompt`
  return limitFigure(what, announced / runs, 0.05, asPercent)
}
