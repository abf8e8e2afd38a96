import { useMemo, useRef } from 'react'

import type { ModelInfo } from '../../../../shared/models/models'
import { t } from '../../../language/t'
import { Button } from '../../../ui/controls/button'
import { Icon } from '../../../ui/controls/icon'
import { factsSentence } from '../../model-picker/model-facts-text'
import { drawnGroups, headingHeightPx, rowsOf, wholeUpTo } from '../../model-picker/model-list-layout'
import { ModelFactsSummary } from '../../model-picker/model-facts'
import { markText } from '../../model-picker/model-mark'
import type { ModelGroup } from '../../model-picker/model-options'
import { useVirtualRows } from '../../../ui/viewport/use-virtual-rows'
import { classNames } from '../../../ui/class-names'
import styles from './models.module.css'

interface ModelTableProps {
  groups: readonly ModelGroup[]
  favourites: readonly string[]
  onFavour: (modelId: string) => void
}

/** Models by provider, each with a star; virtualised for thousands of models. */
export function ModelTable({ groups, favourites, onFavour }: ModelTableProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useMemo(() => rowsOf(groups), [groups])
  const { drawn, heightPx } = useVirtualRows({ scroller, rows, wholeUpTo })
  return (
    <div ref={scroller} className={styles.scroll}>
      <div className={styles.groups} style={{ height: heightPx }}>
        {drawnGroups(drawn).map(({ group, topPx: groupTopPx, hasHeading, options, ...box }) => (
          <ul
            key={group.key}
            className={styles.group}
            aria-label={group.name}
            style={{ top: groupTopPx, height: box.heightPx }}
          >
            {hasHeading && (
              <li className={styles.groupName} aria-hidden="true" style={{ height: headingHeightPx }}>
                {group.name} <span className={styles.count}>{group.models.length}</span>
              </li>
            )}
            {options.map(({ option, topPx }) => (
              <ModelTableRow
                key={option.model.id}
                model={option.model}
                style={{ top: topPx, height: option.heightPx }}
                position={option.positionInGroup}
                count={group.models.length}
                isFavourite={favourites.includes(option.model.id)}
                onFavour={() => onFavour(option.model.id)}
              />
            ))}
          </ul>
        ))}
      </div>
    </div>
  )
}

interface ModelTableRowProps {
  model: ModelInfo
  style: { top: number; height: number }
  position: number
  count: number
  isFavourite: boolean
  onFavour: () => void
}

function ModelTableRow({ model, style, position, count, isFavourite, onFavour }: ModelTableRowProps) {
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
        variant="quiet"
        className={classNames(styles.star, isFavourite && styles.starOn)}
        aria-pressed={isFavourite}
        aria-label={t('settings.models.favourite', { name: model.name })}
        onClick={onFavour}
      >
        <Icon name="star" />
      </Button>
      <span className={styles.name}>{model.name}</span>
      <span className={styles.id}>{[mark, idBesides(model)].filter(Boolean).join(' · ')}</span>
      <ModelFactsSummary facts={model.facts} />
    </li>
  )
}

/** The provider's id of a model if the displayed name differs from it. */
function idBesides({ id, name, providerId }: ModelInfo): string | null {
  const own = id.slice(providerId.length + 1)
  return own === name ? null : own
}
