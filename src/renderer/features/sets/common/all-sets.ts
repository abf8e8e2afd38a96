import { t } from '../../../language/t'
import type { View } from '../../../state/navigation/navigation'

/** The list of all sets, above a set in the title bar. */
export function allSets(): { title: string; view: View } {
  return { title: t('actions.titles.promptSets'), view: { kind: 'sets', setId: null } }
}
