import { useStore } from 'zustand'

import { t } from '../../../language/t'
import { isOffered } from '../../../../shared/models/model-choice'
import { useApp } from '../../../state/app/use-app'
import { Ellipsis, Row } from '../../../ui/layout/layout'
import styles from './start.module.css'

const maxChips = 5

/** The models used last, then favourites, each of which one press chooses. */
export function RecentModels({ model, onChoose }: { model: string | null; onChoose: (id: string) => void }) {
  const app = useApp()
  const { models, recent } = useStore(app.models)
  const favourites = useStore(app.settings, (state) => state.settings.favouriteModels)
  const offered = [...new Set([...recent, ...favourites])]
    .flatMap((id) => models.find((known) => known.id === id) ?? [])
    .filter(isOffered)
    .slice(0, maxChips)
  if (offered.every(({ id }) => id === model)) return null
  return (
    <Row align="stretch" wrap gap={1.5} role="group" aria-label={t('chat.start.models')}>
      {offered.map(({ id, name, providerName }) => (
        <Ellipsis
          as="button"
          pad={[0, 2]}
          tone="soft"
          size="s"
          key={id}
          type="button"
          className={styles.chip}
          aria-pressed={id === model}
          title={`${providerName} · ${id}`}
          onClick={() => onChoose(id)}
        >
          {name}
        </Ellipsis>
      ))}
    </Row>
  )
}
