import type { TFunction } from 'i18next'

import { assertNever } from '../invariant'
import type { Formats } from '../locales/formats'
import { earlierModel } from '../sets/sets'
import type { Aside, PairNeed, WhichVerdict } from './which-model'

interface Words {
  t: TFunction
  formats: Formats
  nameOf: (model: string) => string
}

/**
 * The verdict in sentences: first what to take, about a tag, a set, or everything if `scope` is null; then the reasons,
 * or what would settle it.
 */
export function verdictSentences(
  verdict: WhichVerdict,
  scope: string | null,
  words: Words,
): [verdict: string, ...more: string[]] {
  const [first = '', ...more] = sentences(verdict, words)
  return [scope === null ? first : words.t('whichModel.about', { scope, verdict: first }), ...more]
}

function sentences(verdict: WhichVerdict, words: Words): string[] {
  const { t, nameOf } = words
  switch (verdict.kind) {
    case 'nothing':
      return [t('whichModel.nothing')]
    case 'best': {
      const { model, against, votes, checks, asides } = verdict
      const counted = ({ wins, losses }: typeof votes) => ({
        other: nameOf(against),
        wins,
        count: wins + losses,
      })
      return [
        model === earlierModel ? t('whichModel.bestEarlier') : t('whichModel.best', { name: nameOf(model) }),
        // It may be better only through others.
        ...(votes.wins > votes.losses ? [t('whichModel.whyVotes', counted(votes))] : []),
        ...(checks.wins > checks.losses ? [t('whichModel.whyChecks', counted(checks))] : []),
        ...asides.map((aside) => asideText(aside, words)),
      ]
    }
    case 'ahead':
    case 'open': {
      const { model, rival, others, over, need } = verdict
      const names = { name: nameOf(model), rival: nameOf(rival) }
      const standing =
        verdict.kind === 'ahead'
          ? t('whichModel.ahead', { ...names, ...named(over, words), open: openOf(rival, others, words) })
          : others.length === 0
            ? t('whichModel.open', names)
            : t('whichModel.openAmong', { ...names, ...named(others, words) })
      return [standing, needText(need, words)]
    }
    default:
      return assertNever(verdict)
  }
}

/** The models against which it is not settled. */
function openOf(rival: string, others: readonly string[], words: Words): string {
  const name = words.nameOf(rival)
  return others.length === 0 ? name : words.t('whichModel.openAgainst', { name, ...named(others, words) })
}

/** A single model is named. */
function named([only = '', ...more]: readonly string[], { nameOf }: Words) {
  return { count: more.length + 1, other: nameOf(only) }
}

function needText(need: PairNeed, { t }: Words): string {
  if (typeof need === 'string') return t(`whichModel.${need}`)
  return 'votes' in need
    ? t('whichModel.needVotes', { count: need.votes })
    : t('whichModel.needPrompts', { count: need.prompts })
}

function asideText(aside: Aside, { t, formats, nameOf }: Words): string {
  const name = nameOf(aside.model)
  switch (aside.kind) {
    case 'faster': {
      const times = formats.decimal(aside.times, aside.times < 10 ? 1 : 0)
      return t('whichModel.faster', { name, times: times.replace(/[.,]0$/, '') })
    }
    case 'cheaper':
      return t('whichModel.cheaper', { name, share: formats.percent(1 / aside.times) })
    case 'fails-only': {
      const { check, failed, of } = aside
      return t('whichModel.failsOnly', { name, failed, count: of, check: t(`sets.kinds.${check}`) })
    }
    default:
      return assertNever(aside)
  }
}
