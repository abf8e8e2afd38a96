import type { ModelInfo } from '../../../../../shared/models/models'
import { type Pane, type PaneLetter, paneLetters } from '../../../../../shared/sessions/sessions'
import { t } from '../../../../language/t'
import { modelName } from '../../../../state/models/models'

/** The name of a pane's contestant: its model or, if its latest answer is a copy of a merge, the model that merged. */
export function paneName(
  models: readonly ModelInfo[],
  { model, isMerge }: Pick<Partial<Pane>, 'model' | 'isMerge'>,
): string {
  const name = modelName(models, model)
  return isMerge === true ? t('compare.pane.merge', { model: name }) : name
}

/** A pane's letter is its own or, if it has none, that of its position. */
interface Lettered {
  letter?: PaneLetter
  position: number
}

/** The letter of the pane, and its colour token. */
export function paneLetter({ letter, position }: Lettered): { letter: string; color: string } {
  const name = letter ?? paneLetters[position] ?? '?'
  return { letter: name, color: `var(--pane-${name.toLowerCase()})` }
}

/** The letter and colour of an answer by its place. More answers than panes have colours repeat the colours. */
export function letterAt(index: number): { letter: string; color: string } {
  const color = paneLetters[index % paneLetters.length] ?? 'A'
  return { letter: String.fromCodePoint(65 + index), color: `var(--pane-${color.toLowerCase()})` }
}
