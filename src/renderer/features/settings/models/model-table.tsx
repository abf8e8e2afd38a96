import { useMemo, useRef, type KeyboardEvent } from 'react'

import type { ModelInfo } from '../../../../shared/models/models'
import { memo } from '../../../language/memo'
import { t } from '../../../language/t'
import { isCommandKey } from '../../../state/actions/bound-keys'
import { useBoundKeys, useShortcutKeys } from '../../../state/app/use-shortcut-keys'
import { isHiddenModel } from '../../../../shared/models/model-choice'
import { Button } from '../../../ui/controls/button'
import { Icon } from '../../../ui/controls/icon'
import { MenuButton, type MenuItem } from '../../../ui/overlays/menu'
import { factsSentence } from '../../model-picker/model-facts-text'
import { drawnGroups, headingHeightPx, rowsOf, wholeUpTo } from '../../model-picker/model-list-layout'
import { ModelFactsSummary } from '../../model-picker/model-facts'
import { markText } from '../../model-picker/model-facts-text'
import type { ModelGroup } from '../../model-picker/model-options'
import { useVirtualRows } from '../../../ui/viewport/use-virtual-rows'
import { classNames } from '../../../ui/class-names'
import { Ellipsis, PlainList, Row } from '../../../ui/layout/layout'
import styles from './models.module.css'

interface ModelTableProps {
  groups: readonly ModelGroup[]
  favourites: readonly string[]
  onFavour: (modelId: string) => void
  onEdit: (model: ModelInfo) => void
  onHide: (model: ModelInfo, isHidden: boolean) => void
  /** Moves a model by one row; absent where the order is not the user's. */
  onMove?: ((modelId: string, by: -1 | 1) => void) | undefined
}

/** Models by provider, each with a star and a menu; virtualised for thousands of models. */
export function ModelTable({ groups, favourites, onMove, ...actions }: ModelTableProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useMemo(() => rowsOf(groups), [groups])
  const favoured = useMemo(() => new Set(favourites), [favourites])
  const { drawn, heightPx } = useVirtualRows({ scroller, rows, wholeUpTo })
  return (
    <div ref={scroller} className={styles.scroll}>
      <div className={styles.groups} style={{ height: heightPx }}>
        {drawnGroups(drawn).map(({ group, hasHeading, options, ...box }) => (
          <PlainList
            key={group.key}
            className={styles.group}
            aria-label={group.name}
            style={{ top: box.topPx, height: box.heightPx }}
          >
            {hasHeading && (
              <Row
                as="li"
                align="end"
                gap={1}
                tone="soft"
                size="xs"
                weight="medium"
                className={styles.groupName}
                aria-hidden="true"
                style={{ height: headingHeightPx }}
              >
                {group.name} <span className={styles.count}>{group.models.length}</span>
              </Row>
            )}
            {options.map(({ option, topPx }) => (
              <ModelTableRow
                key={option.model.id}
                {...actions}
                model={option.model}
                topPx={topPx}
                heightPx={option.heightPx}
                position={option.positionInGroup}
                count={group.models.length}
                isFavourite={favoured.has(option.model.id)}
                onMove={onMove}
              />
            ))}
          </PlainList>
        ))}
      </div>
    </div>
  )
}

interface ModelTableRowProps extends Pick<ModelTableProps, 'onFavour' | 'onEdit' | 'onHide' | 'onMove'> {
  model: ModelInfo
  topPx: number
  heightPx: number
  position: number
  count: number
  isFavourite: boolean
}

/** Scrolling redraws no row. */
const ModelTableRow = memo(function ModelTableRow(props: ModelTableRowProps) {
  const { model, position, count, isFavourite, onMove } = props
  const bound = useBoundKeys()
  const shortcutKeys = useShortcutKeys()
  const hidden = isHiddenModel(model)
  const note = model.preference?.note ?? null
  const onKeyDown = (event: KeyboardEvent) => {
    const isUp = isCommandKey('modelUp', event, bound)
    if (!isUp && !isCommandKey('modelDown', event, bound)) return
    event.preventDefault()
    onMove?.(model.id, isUp ? -1 : 1)
  }
  const items: MenuItem[] = [
    { label: t('settings.models.edit'), onChoose: () => props.onEdit(model) },
    {
      label: t(hidden ? 'settings.models.show' : 'common.hide'),
      onChoose: () => props.onHide(model, !hidden),
    },
    ...(onMove === undefined
      ? []
      : [
          {
            label: t('common.moveUp'),
            shortcut: shortcutKeys('modelUp'),
            refusal: position === 1 ? t('settings.models.isFirst') : null,
            onChoose: () => onMove(model.id, -1),
          },
          {
            label: t('common.moveDown'),
            shortcut: shortcutKeys('modelDown'),
            refusal: position === count ? t('settings.models.isLast') : null,
            onChoose: () => onMove(model.id, 1),
          },
        ]),
  ]
  return (
    <Row
      as="li"
      className={classNames(styles.row, hidden && styles.rowHidden)}
      data-slot="models-row"
      style={{ top: props.topPx, height: props.heightPx }}
      data-model-id={model.id}
      aria-posinset={position}
      aria-setsize={count}
      title={factsSentence(model)}
      onKeyDown={onMove === undefined ? undefined : onKeyDown}
    >
      <Button
        variant="quiet"
        className={classNames(styles.star, isFavourite && styles.starOn)}
        aria-pressed={isFavourite}
        aria-label={t('settings.models.favourite', { name: model.name })}
        onClick={() => props.onFavour(model.id)}
      >
        <Icon name="star" />
      </Button>
      <Ellipsis className={styles.name}>{model.name}</Ellipsis>
      <Ellipsis tone="faint" size="xs" className={styles.id}>
        {[markText(model), note, idBesides(model)].filter(Boolean).join(' · ')}
      </Ellipsis>
      <ModelFactsSummary facts={model.facts} />
      <MenuButton label={t('settings.models.actions', { name: model.name })} items={items} />
    </Row>
  )
})

/** The provider's id of a model if the displayed name differs from it. */
function idBesides({ id, name, providerId }: ModelInfo): string | null {
  const own = id.slice(providerId.length + 1)
  return own === name ? null : own
}
