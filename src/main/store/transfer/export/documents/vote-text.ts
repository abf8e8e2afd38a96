import { assertNever } from '../../../../../shared/invariant'
import type { ParleyVote } from '../../parley-format/parley-bundle'

/** What a vote says, as a sentence. `nameOf` names a pane by its place in the comparison; null when it is not there. */
export function voteSentence(
  { result, chosen, shown }: Pick<ParleyVote, 'result' | 'chosen' | 'shown'>,
  nameOf: (pane: number) => string | null,
): string {
  const names = chosen.map((at) => {
    const answer = shown[at]
    return nameOf(answer?.pane ?? -1) ?? answer?.contestant.key ?? '?'
  })
  switch (result) {
    case 'best':
      return `${names.join('')} is the best of ${shown.length}.`
    case 'order':
      return `Best first: ${names.join(', ')}.`
    case 'tie':
      return `Equally good: ${names.join(', ')}.`
    case 'all-bad':
      return 'All answers are bad.'
    default:
      return assertNever(result)
  }
}

/** How it was voted: whether the names were hidden, and the tags. */
export function voteNotes({ isBlind, tags }: Pick<ParleyVote, 'isBlind' | 'tags'>): string {
  const notes = [isBlind ? 'names hidden' : 'names visible']
  return [...notes, ...(tags.length === 0 ? [] : [`tags: ${tags.join(', ')}`])].join('; ')
}
