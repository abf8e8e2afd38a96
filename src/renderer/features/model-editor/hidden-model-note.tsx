import { useStore } from 'zustand'

import { t } from '../../language/t'
import { useApp } from '../../state/app/use-app'
import { bestModel } from '../../../shared/models/model-choice'
import { hiddenModels, modelName } from '../../state/models/models'

interface HiddenModelNoteProps {
  /** The model that is set for new chats. */
  model: string | null
  /** The model that new chats use instead, if it is not hidden. */
  otherwise?: string | null
  className?: string | undefined
}

/** Says which model new chats use instead of the one that is set, if that one is hidden. */
export function HiddenModelNote({ model, otherwise = null, className }: HiddenModelNoteProps) {
  const { models, recent } = useStore(useApp().models.store)
  const isHidden = model !== null && hiddenModels(models, [model]).length > 0
  return (
    <span className={className} data-slot="hidden-model-note" role="status">
      {isHidden && sentence(model)}
    </span>
  )

  function sentence(hidden: string): string {
    const used = bestModel(models, [hidden, otherwise], recent)
    const name = modelName(models, hidden)
    return used === hidden
      ? t('models.hidden.newChatsUseNone', { name })
      : t('models.hidden.newChatsUse', { name, other: modelName(models, used) })
  }
}
