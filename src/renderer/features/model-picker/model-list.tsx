import { Fragment, useEffectEvent, useLayoutEffect, useMemo, useRef, type KeyboardEvent } from 'react'

import type { ModelProblem, ModelInfo } from '../../../shared/models/models'
import { t } from '../../language/t'
import { Button } from '../../ui/controls/button'
import { errorLine } from '../../errors/error-text'
import { useShortcutNames } from '../../state/app/use-app'
import type { Combobox } from '../../ui/lists/use-combobox'
import { useVirtualRows } from '../../ui/viewport/use-virtual-rows'
import { drawnGroups, headingHeightPx, type ModelRow, rowsOf, wholeUpTo } from './model-list-layout'
import type { ModelTrait } from './model-traits'
import { TraitFilters } from './trait-filters'
import type { ModelGroup } from './model-options'
import { Ellipsis, HiddenText, Hint, Row, Stack, Text } from '../../ui/layout/layout'
import { memo } from '../../language/memo'
import { isMissing } from '../../../shared/models/model-choice'
import { classNames } from '../../ui/class-names'
import { Icon } from '../../ui/controls/icon'
import { factsSentence, markText, ModelFactsSummary } from './model-facts'
import styles from './model-picker.module.css'

/** Scrolling to the first model of a group also shows its heading. */
const contextPx = { above: headingHeightPx, below: 0 }

interface ModelListProps {
  list: Combobox
  groups: readonly ModelGroup[]
  problems: readonly ModelProblem[]
  /** A search filters the list. */
  isSearching: boolean
  value: string | null
  /** The traits to filter by. */
  traits: readonly ModelTrait[]
  chosenTraits: readonly ModelTrait[]
  favourites: readonly string[]
  isRefreshing: boolean
  onChoose: (model: string) => void
  onEdit: (model: string) => void
  onTraits: (chosen: ModelTrait[]) => void
  /** A key was pressed on one of the filters or buttons. */
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
  onRefresh: () => void
  onOpenSettings: () => void
}

/** The list of the picker, virtualised for thousands of models. */
export function ModelList(props: ModelListProps) {
  const { list, groups, problems, value, isRefreshing } = props
  const { activeId = null } = list
  const keysOf = useShortcutNames()
  const hints = [
    { keys: keysOf('modelFavourite'), what: t('models.list.makesFavourite') },
    { keys: keysOf('modelEdit'), what: t('models.list.edits') },
  ].filter(({ keys }) => keys !== undefined)
  const scroller = useRef<HTMLDivElement>(null)
  const pointed = useRef<string | null>(null)
  const rows = useMemo(() => rowsOf(groups), [groups])
  const favoured = useMemo(() => new Set(props.favourites), [props.favourites])
  // `aria-activedescendant` needs the active option in the document even when it is scrolled out of view.
  const always = [indexOf(rows, activeId)]
  const { drawn, heightPx, show } = useVirtualRows({ scroller, rows, always, wholeUpTo, contextPx })
  const optionCount = rows.length - groups.length
  const showOption = useEffectEvent((among: readonly ModelRow[], modelId: string | null) => {
    const isPointed = pointed.current === modelId
    pointed.current = null
    // A hovered option is already visible, and scrolling would move another one under the pointer.
    if (!isPointed) show(indexOf(among, modelId))
  })
  useLayoutEffect(() => showOption(rows, activeId), [rows, activeId])
  return (
    <Stack gap={0} className={styles.modelList} data-slot="model-list" onKeyDown={props.onKeyDown}>
      {props.traits.length + props.chosenTraits.length > 0 && (
        <div className={styles.modelListTraits}>
          <TraitFilters
            traits={props.traits}
            chosen={props.chosenTraits}
            keepsFocus
            onChange={props.onTraits}
          />
        </div>
      )}
      <div ref={scroller} className={styles.modelListScroll} data-slot="model-list-scroll">
        <div
          id={list.listId}
          role="listbox"
          aria-label={t('common.settingsSections.models')}
          className={styles.modelListGroups}
          style={{ height: heightPx }}
          onPointerDown={(event) => event.preventDefault()}
          onPointerMove={(event) => {
            const model = modelAt(event)
            if (model === null || model === activeId) return
            pointed.current = model
            list.point(model)
          }}
          onClick={(event) => {
            const model = modelAt(event)
            if (model === null) return
            const isEdit = (event.target as Element).closest('[data-slot="model-edit"]') !== null
            if (isEdit) props.onEdit(model)
            else props.onChoose(model)
          }}
        >
          {drawnGroups(drawn).map(({ group, hasHeading, options, ...box }) => (
            <div
              key={group.key}
              role="group"
              aria-label={group.name}
              className={styles.modelGroup}
              style={{ top: box.topPx, height: box.heightPx }}
            >
              {hasHeading && (
                <Row
                  gap={0}
                  align="end"
                  tone="faint"
                  size="xs"
                  weight="medium"
                  className={styles.modelGroupName}
                  aria-hidden="true"
                  style={{ height: headingHeightPx }}
                >
                  {group.name}
                </Row>
              )}
              {options.map(({ option: { model, position, heightPx: optionHeightPx }, topPx }) => (
                <ModelOption
                  key={model.id}
                  id={list.optionOf(model.id).id}
                  model={model}
                  isAmongOwn={group.key === `/${model.providerId}`}
                  topPx={topPx}
                  heightPx={optionHeightPx}
                  position={position}
                  count={optionCount}
                  isChosen={model.id === value}
                  isActive={model.id === activeId}
                  isFavourite={favoured.has(model.id)}
                />
              ))}
            </div>
          ))}
        </div>
        {groups.length === 0 && (
          <Hint pad={2} tone="soft">
            {t(props.isSearching ? 'common.noResults' : 'models.list.nothingThere')}
          </Hint>
        )}
        {problems.map((problem) => (
          <Hint pad={2} tone="soft" line="above" key={problem.providerId} className={styles.modelProblem}>
            <b>{problem.providerName}</b> {errorLine(problem.error)}
          </Hint>
        ))}
      </div>
      <Row gap={0} justify="between" grow={false} pad={1} line="above">
        <Button
          variant="quiet"
          onPointerDown={(event) => event.preventDefault()}
          onClick={props.onOpenSettings}
        >
          {t('common.addProvider')}
        </Button>
        <Text tone="faint" size="xs" className={styles.modelListHint}>
          {hints.map(({ keys, what }, index) => (
            <Fragment key={what}>
              {index > 0 && ' · '}
              <kbd>{keys}</kbd> {what}
            </Fragment>
          ))}
        </Text>
        <Button
          variant="quiet"
          disabled={isRefreshing}
          onPointerDown={(event) => event.preventDefault()}
          onClick={props.onRefresh}
        >
          {t(isRefreshing ? 'common.refreshing' : 'common.refresh')}
        </Button>
      </Row>
    </Stack>
  )
}

function indexOf(rows: readonly ModelRow[], modelId: string | null): number {
  return rows.findIndex((row) => row.kind === 'option' && row.model.id === modelId)
}

/** The model under a pointer's event. */
function modelAt({ target }: { target: EventTarget }): string | null {
  const option = target instanceof Element ? target.closest<HTMLElement>('[role="option"]') : null
  return option?.dataset['modelId'] ?? null
}

interface ModelOptionProps {
  id: string
  model: ModelInfo
  /** Listed in the group of its provider, which names it. */
  isAmongOwn: boolean
  topPx: number
  heightPx: number
  position: number
  count: number
  isChosen: boolean
  isActive: boolean
  isFavourite: boolean
}

/** One model in the list of the picker, which handles its events: scrolling redraws no option. */
export const ModelOption = memo(function ModelOption(props: ModelOptionProps) {
  const { model } = props
  return (
    <Row
      gap={1.5}
      pad={[0, 2]}
      id={props.id}
      role="option"
      aria-selected={props.isChosen}
      aria-setsize={props.count}
      aria-posinset={props.position}
      data-active={props.isActive}
      data-model-id={model.id}
      className={classNames(styles.modelOption, isMissing(model) && styles.modelOptionMissing)}
      style={{ top: props.topPx, height: props.heightPx }}
      title={factsSentence(model)}
    >
      <Row as="span" align="stretch" gap={0} grow={false} tone="accent" className={styles.modelOptionCheck}>
        {props.isChosen && <Icon name="check" />}
      </Row>
      {model.agent !== undefined && <Icon name="terminal" />}
      <Ellipsis className={styles.modelOptionName}>{model.name}</Ellipsis>
      <Ellipsis tone="faint" size="xs" className={styles.modelOptionMark}>
        {remarkOf(model, props.isAmongOwn)}
      </Ellipsis>
      {isMissing(model) ? (
        <Text grow={false} tone="accent" size="xs">
          {t('agents.install.how')}
        </Text>
      ) : (
        <ModelFactsSummary facts={model.facts} />
      )}
      <Star isOn={props.isFavourite} />
      <Row
        as="span"
        gap={0}
        grow={false}
        tone="faint"
        className={styles.modelOptionEdit}
        data-slot="model-edit"
        aria-hidden="true"
        title={props.isActive ? t('common.editNamed', { name: model.name }) : undefined}
      >
        {props.isActive && <Icon name="pencil" />}
      </Row>
    </Row>
  )
})

/** Marks a favourite. It is toggled by a key, or with the star button in Settings. */
function Star({ isOn }: { isOn: boolean }) {
  return (
    <Row as="span" align="stretch" gap={0} grow={false} tone="faint" className={styles.modelOptionStar}>
      {isOn && (
        <>
          <Icon name="star" />
          <HiddenText>{t('models.list.favourite')}</HiddenText>
        </>
      )}
    </Row>
  )
}

/** Outside its provider's group, a model shows its provider's name. */
function remarkOf(model: ModelInfo, isAmongOwn: boolean): string {
  const isNamed = isAmongOwn || model.name === model.providerName
  return [...(isNamed ? [] : [model.providerName]), markText(model)].filter(Boolean).join(' · ')
}
