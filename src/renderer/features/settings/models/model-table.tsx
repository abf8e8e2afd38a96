import { useMemo, useRef } from 'react'

import type { ModelInfo } from '../../../../shared/models/models'
import { t } from '../../../language/t'
import { Button } from '../../../ui/controls/button'
import { Icon } from '../../../ui/controls/icon'
import { factsSentence } from '../../model-picker/model-facts-text'
import { headingHeightPx, layOut, optionHeightPx, optionsInView } from '../../model-picker/model-list-layout'
import { ModelFigures } from '../../model-picker/model-facts'
import { markText } from '../../model-picker/model-mark'
import type { ModelGroup } from '../../model-picker/model-options'
import { useScrollWindow } from '../../../ui/viewport/use-scroll-window'
import { classNames } from '../../../ui/class-names'
import styles from './models.module.css'

interface ModelTableProps {
  groups: readonly ModelGroup[]
  favourites: readonly string[]
  onFavour: (modelId: string) => void
}

/** Models by provider, each with its star; of thousands only those are drawn that are seen. */
export function ModelTable({ groups, favourites, onFavour }: ModelTableProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const layout = useMemo(() => layOut(groups), [groups])
  const seen = useScrollWindow(scroller)
  return (
    <div ref={scroller} className={styles.scroll}>
      <div className={styles.groups} style={{ height: layout.heightPx }}>
        {layout.groups.map((placed) => (
          <ul
            key={placed.group.key}
            className={styles.group}
            aria-label={placed.group.name}
            style={{ top: placed.topPx, height: placed.heightPx }}
          >
            <li className={styles.groupName} aria-hidden="true" style={{ height: headingHeightPx }}>
              {placed.group.name} <span className={styles.count}>{placed.group.models.length}</span>
            </li>
            {optionsInView(placed, layout.count, seen).map(({ model, topPx, position }) => (
              <ModelRow
                key={model.id}
                model={model}
                style={{ top: topPx, height: optionHeightPx }}
                position={position - placed.before}
                count={placed.group.models.length}
                isFavourite={favourites.includes(model.id)}
                onFavour={() => onFavour(model.id)}
              />
            ))}
          </ul>
        ))}
      </div>
    </div>
  )
}

interface ModelRowProps {
  model: ModelInfo
  style: { top: number; height: number }
  position: number
  count: number
  isFavourite: boolean
  onFavour: () => void
}

function ModelRow({ model, style, position, count, isFavourite, onFavour }: ModelRowProps) {
  const mark = markText(model)
  return (
    <li
      className={styles.row}
      data-slot="models-row"
      style={style}
      data-model-id={model.id}
      aria-posinset={position}
      aria-setsize={count}
      title={factsSentence(model)}
    >
      <Button
        look="quiet"
        className={classNames(styles.star, isFavourite && styles.starOn)}
        aria-pressed={isFavourite}
        aria-label={t('settings.models.favourite', { name: model.name })}
        onClick={onFavour}
      >
        <Icon name="star" />
      </Button>
      <span className={styles.name}>{model.name}</span>
      <span className={styles.id}>{[mark, idBesides(model)].filter(Boolean).join(' · ')}</span>
      <ModelFigures facts={model.facts} />
    </li>
  )
}

/** The provider's own name of a model, where people are shown another one. */
function idBesides({ id, name, providerId }: ModelInfo): string | null {
  const own = id.slice(providerId.length + 1)
  return own === name ? null : own
}
