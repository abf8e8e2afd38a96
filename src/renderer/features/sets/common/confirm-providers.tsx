import { useStore } from 'zustand'

import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import { Checkbox } from '../../../ui/fields/checkbox'
import { providerName } from './set-words'

interface ConfirmProvidersProps {
  /** Those that have not seen some of the questions from chats. */
  providers: readonly string[]
  isConfirmed: boolean
  /** Called with all of them, or none. */
  onChange: (confirmed: readonly string[]) => void
}

/** Asks once whether these providers may get questions from the user's chats. */
export function ConfirmProviders({ providers, isConfirmed, onChange }: ConfirmProvidersProps) {
  const { models } = useStore(useApp().models.store)
  if (providers.length === 0) return null
  const names = providers.map((id) => providerName(models, id))
  return (
    <Checkbox isChecked={isConfirmed} onChange={(isChecked) => onChange(isChecked ? providers : [])}>
      {t('sets.confirmProviders', { providers: names.join(', ') })}
    </Checkbox>
  )
}
