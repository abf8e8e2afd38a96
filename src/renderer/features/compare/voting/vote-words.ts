import { assertNever } from '../../../../shared/invariant'
import type { Vote } from '../../../../shared/votes/votes'
import { t } from '../../../language/t'

/** What a vote says, with the letters of its answers. `letterOf` gives the letter at an index of `shown`. */
export function voteWords({ result, chosen }: Vote, letterOf: (index: number) => string): string {
  const letters = chosen.map(letterOf)
  switch (result) {
    case 'best':
      return t('compare.vote.isBest', { letter: letters[0] ?? '' })
    case 'order':
      return t('compare.vote.isOrder', { letters: letters.join(' > ') })
    case 'tie':
      return t('compare.vote.isTie', { letters: letters.join(', ') })
    case 'all-bad':
      return t('compare.vote.isAllBad')
    default:
      return assertNever(result)
  }
}
