import type { ModelInfo } from '../../../shared/models/models'
import { t } from '../../language/t'
import { isHiddenModel } from '../../../shared/models/model-choice'

/** What must be shown with a model wherever it is chosen; null when its name already says so. */
export function markOf(model: ModelInfo): 'scripted' | 'local' | null {
  if (model.isScripted) return model.name.includes('scripted') ? null : 'scripted'
  return model.isLocal ? 'local' : null
}

/** The text for that mark, and whether the user has hidden the model; null if there is nothing to say. */
export function markText(model: ModelInfo): string | null {
  const mark = markOf(model)
  const marks = [...(isHiddenModel(model) ? (['hidden'] as const) : []), ...(mark === null ? [] : [mark])]
  return marks.length === 0 ? null : marks.map((each) => t(`models.mark.${each}`)).join(' · ')
}
