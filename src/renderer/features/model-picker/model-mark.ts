import type { ModelInfo } from '../../../shared/models/models'
import { t } from '../../language/t'

/** What must be shown with a model wherever it is chosen; null when its name already says so. */
export function markOf(model: ModelInfo): 'scripted' | 'local' | null {
  if (model.isScripted) return model.name.includes('scripted') ? null : 'scripted'
  return model.isLocal ? 'local' : null
}

/** The text for that mark. */
export function markText(model: ModelInfo): string | null {
  const mark = markOf(model)
  return mark === null ? null : t(`models.mark.${mark}`)
}
