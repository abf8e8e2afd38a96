import { useEffectEvent, useLayoutEffect, useMemo, useRef, type KeyboardEvent } from 'react'

import type { ModelInfo, ModelProblem } from '../../../shared/models/models'
import { t } from '../../language/t'
import { isMissing } from '../../state/models/models'
import { Button } from '../../ui/controls/button'
import { errorLine } from '../../errors/error-text'
import { Icon } from '../../ui/controls/icon'
import { keyHost } from '../../keyboard/key-host'
import { writtenKeys } from '../../keyboard/keys'
import { useVirtualRows } from '../../ui/viewport/use-virtual-rows'
import { factsSentence } from './model-facts-text'
import { drawnGroups, headingHeightPx, type ModelRow, rowsOf, wholeUpTo } from './model-list-layout'
import { ModelFactsSummary } from './model-facts'
import { markText } from './model-mark'
import type { ModelTrait } from './model-traits'
import { TraitFilters } from './trait-filters'
import type { ModelGroup } from './model-options'
import { classNames } from '../../ui/class-names'
import hiddenTextStyles from '../../ui/text/hidden-text.module.css'
import styles from './model-picker.module.css'

/** Scrolling to the first model of a group also shows its heading. */
const contextPx = { above: headingHeightPx, below: 0 }

interface ModelListProps {
  id: string
  groups: readonly ModelGroup[]
  problems: readonly ModelProblem[]
  /** Whether a search filters the list. */
  isSearching: boolean
  value: string | null
  activeId: string | null
  /** The traits to filter by. */
  traits: readonly ModelTrait[]
  chosenTraits: readonly ModelTrait[]
  favourites: readonly string[]
  isRefreshing: boolean
  onChoose: (model: string) => void
  onPoint: (model: string) => void
  onEdit: (model: string) => void
  onTraits: (chosen: ModelTrait[]) => void
  /** A key was pressed on one of the filters or buttons. */
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
  onRefresh: () => void
  onOpenSettings: () => void
}

/** The list of the picker, virtualised for thousands of models. */
export function ModelList(props: ModelListProps) {
  const { id, groups, problems, value, activeId, isRefreshing } = props
  const scroller = useRef<HTMLDivElement>(null)
  const pointed = useRef<string | null>(null)
  const rows = useMemo(() => rowsOf(groups), [groups])
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
    <div className={styles.modelList} data-slot="model-list" onKeyDown={props.onKeyDown}>
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
          id={`${id}-list`}
          role="listbox"
          aria-label={t('models.list.label')}
          className={styles.modelListGroups}
          style={{ height: heightPx }}
        >
          {drawnGroups(drawn).map(({ group, topPx: groupTopPx, hasHeading, options, ...box }) => (
            <div
              key={group.key}
              role="group"
              aria-label={group.name}
              className={styles.modelGroup}
              style={{ top: groupTopPx, height: box.heightPx }}
            >
              {hasHeading && (
                <div className={styles.modelGroupName} aria-hidden="true" style={{ height: headingHeightPx }}>
                  {group.name}
                </div>
              )}
              {options.map(({ option: { model, position, heightPx: optionHeightPx }, topPx }) => (
                <div
                  key={model.id}
                  id={`${id}-${model.id}`}
                  role="option"
                  aria-selected={model.id === value}
                  aria-setsize={optionCount}
                  aria-posinset={position}
                  data-active={model.id === activeId}
                  data-model-id={model.id}
                  className={classNames(styles.modelOption, isMissing(model) && styles.modelOptionMissing)}
                  style={{ top: topPx, height: optionHeightPx }}
                  title={factsSentence(model)}
                  onPointerDown={(event) => event.preventDefault()}
                  onPointerMove={() => {
                    if (model.id === activeId) return
                    pointed.current = model.id
                    props.onPoint(model.id)
                  }}
                  onClick={() => props.onChoose(model.id)}
                >
                  <span className={styles.modelOptionCheck}>
                    {model.id === value && <Icon name="check" />}
                  </span>
                  {model.agent !== undefined && <Icon name="terminal" />}
                  <span className={styles.modelOptionName}>{model.name}</span>
                  <span className={styles.modelOptionMark}>{remarkOf(model, group)}</span>
                  {isMissing(model) ? (
                    <span className={styles.modelOptionInstall}>{t('agents.install.how')}</span>
                  ) : (
                    <ModelFactsSummary facts={model.facts} />
                  )}
                  <Star isOn={props.favourites.includes(model.id)} />
                  <span
                    className={styles.modelOptionEdit}
                    aria-hidden="true"
                    title={t('models.list.editNamed', { name: model.name })}
                    onClick={(event) => {
                      event.stopPropagation()
                      props.onEdit(model.id)
                    }}
                  >
                    <Icon name="pencil" />
                  </span>
                </div>
              ))}
            </div>
          ))}
        </div>
        {groups.length === 0 && (
          <p className={styles.modelListEmpty}>
            {t(props.isSearching ? 'models.list.nothingFits' : 'models.list.nothingThere')}
          </p>
        )}
        {problems.map((problem) => (
          <p key={problem.providerId} className={styles.modelProblem}>
            <b>{problem.providerName}</b> {errorLine(problem.error)}
          </p>
        ))}
      </div>
      <div className={styles.modelListFoot}>
        <Button
          variant="quiet"
          onPointerDown={(event) => event.preventDefault()}
          onClick={props.onOpenSettings}
        >
          {t('models.list.addProvider')}
        </Button>
        <span className={styles.modelListHint}>
          <kbd>{writtenKeys('Shift+Enter', keyHost)}</kbd> {t('models.list.makesFavourite')} ·{' '}
          <kbd>{writtenKeys('Alt+Enter', keyHost)}</kbd> {t('models.list.edits')}
        </span>
        <Button
          variant="quiet"
          disabled={isRefreshing}
          onPointerDown={(event) => event.preventDefault()}
          onClick={props.onRefresh}
        >
          {t(isRefreshing ? 'models.list.looking' : 'models.list.look')}
        </Button>
      </div>
    </div>
  )
}

function indexOf(rows: readonly ModelRow[], modelId: string | null): number {
  return rows.findIndex((row) => row.kind === 'option' && row.model.id === modelId)
}

/** Marks a favourite. It is toggled by a key, or with the star button in Settings. */
function Star({ isOn }: { isOn: boolean }) {
  return (
    <span className={styles.modelOptionStar}>
      {isOn && (
        <>
          <Icon name="star" />
          <span className={hiddenTextStyles.hiddenText}>{t('models.list.favourite')}</span>
        </>
      )}
    </span>
  )
}

/** Outside its provider's group, a model shows its provider's name. */
function remarkOf(model: ModelInfo, group: ModelGroup): string {
  const isAmongOwn = group.key === `/${model.providerId}` || model.name === model.providerName
  return [...(isAmongOwn ? [] : [model.providerName]), markText(model)].filter(Boolean).join(' · ')
}
