import type { Vote } from '../../../../shared/votes/votes'
import { t } from '../../../language/t'

/** The contestants of a vote, the better ones first: `Large > Small`. `names` are in the order of `shown`. */
export function voteOutcome({ result, chosen }: Vote, names: readonly string[]): string {
  if (result === 'all-bad') return `${t('common.noneIsGood')}: ${names.join(', ')}`
  const best = chosen.map((index) => names[index]).join(result === 'tie' ? ' = ' : ' > ')
  const others = names.filter((_, index) => !chosen.includes(index))
  return others.length === 0 ? best : `${best} > ${others.join(', ')}`
}
