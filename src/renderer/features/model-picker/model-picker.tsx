import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'

import { useMemoInLanguage } from '../../language/memo'
import type { ModelInfo, ModelProblem } from '../../../shared/models/models'
import { t } from '../../language/t'
import { isCommandKey, type BoundKeys } from '../../state/actions/bound-keys'
import { useBoundKeys } from '../../state/app/use-app'
import { isHiddenModel, isMissing } from '../../../shared/models/model-choice'
import { focusComposer } from '../../keyboard/focus-targets'
import { belongsToInputMethod } from '../../keyboard/key-presses'
import type { KeyPress } from '../../keyboard/keys'
import type { ListKeys } from '../../keyboard/list-keys'
import { Icon } from '../../ui/controls/icon'
import { lazyComponent } from '../../ui/lazy-component'
import { useCombobox } from '../../ui/lists/use-combobox'
import { Popup } from '../../ui/overlays/popup'
import { markOf } from './model-facts'
import { groupModels } from './model-options'
import { hasTrait, type ModelTrait, traitsAmong } from './model-traits'
import { classNames } from '../../ui/class-names'
import styles from './model-picker.module.css'

export interface ModelPickerProps {
  models: readonly ModelInfo[]
  problems: readonly ModelProblem[]
  /** `provider/model`, or null while none is chosen. */
  value: string | null
  /** The display name of `value`. */
  valueName: string
  isRefreshing: boolean
  /** The `provider/model` ids listed first. */
  favourites: readonly string[]
  /** Recently used models, newest first. */
  recent: readonly string[]
  /** The accessible name. */
  label?: string
  variant?: 'chip' | 'plain'
  align?: 'start' | 'end'
  /** For a single choice: starts open, and calls `onClose` when the list closes. */
  isOpenAtFirst?: boolean
  onClose?: () => void
  onChange: (model: string) => void
  /** Adds a model to the favourites, or removes it. */
  onFavour: (model: string) => void
  /** Opens the editor of a model. */
  onEdit: (model: string) => void
  onRefresh: () => void
  onOpenSettings: () => void
}

/** The list that the picker opens. */
export const LazyModelList = lazyComponent(() => import('./model-list'), 'ModelList')

const listKeys: ListKeys = { atEnds: 'go-round', pageLength: 10 }
const keysThatOpen = new Set(['ArrowDown', 'ArrowUp', 'Enter', ' '])

/** A combobox that shows the chosen model and searches all models, fully usable by keyboard. */
export function ModelPicker(props: ModelPickerProps) {
  const {
    models,
    value,
    valueName,
    label = t('common.model'),
    variant = 'chip',
    align = 'end',
    onChange,
  } = props
  const { isOpenAtFirst = false } = props
  const bound = useBoundKeys()
  const anchor = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  /** The element that had the focus before. */
  const cameFrom = useRef<EventTarget | null>(null)
  const [query, setQuery] = useState<string | null>(null)

  const isOpen = query !== null
  const { favourites, recent } = props
  // Captured on opening, so that models do not move under the pointer when chosen or favoured.
  const [order, setOrder] = useState({ favourites, recent })
  const [traits, setTraits] = useState<readonly ModelTrait[]>([])
  // A hidden model is listed only while it is the chosen one.
  const offeredModels = useMemo(
    () => (isOpen ? models.filter((model) => !isHiddenModel(model) || model.id === value) : []),
    [models, value, isOpen],
  )
  const offeredTraits = useMemo(() => traitsAmong(offeredModels), [offeredModels])
  const groups = useMemoInLanguage(() => {
    const wanted = (model: ModelInfo) => traits.every((trait) => hasTrait(model, trait))
    return query === null ? [] : groupModels(offeredModels.filter(wanted), query, order)
  }, [offeredModels, query, order, traits])
  const offered = useMemo(() => groups.flatMap((group) => group.models), [groups])
  const chosen = models.find((model) => model.id === value)

  const open = () => {
    if (isOpen) return
    setQuery('')
    setTraits([])
    setOrder({ favourites, recent })
  }
  const close = () => {
    if (!isOpen) return
    setQuery(null)
    props.onClose?.()
  }
  useEffect(() => {
    if (isOpenAtFirst) field.current?.focus()
  }, [isOpenAtFirst])
  const choose = (model: string) => {
    if (model !== value) onChange(model)
    close()
    // The user's next words are a message, not a search.
    if (!isOpenAtFirst && anchor.current?.closest('dialog') == null) focusComposer(cameFrom.current)
  }
  const edit = (model: string) => {
    props.onEdit(model)
    close()
  }
  const stopsInList = () => [
    ...(document
      .getElementById(list.listId)
      ?.closest('[data-slot="model-list"]')
      ?.querySelectorAll('button') ?? []),
  ]
  /** Keys on the filters and buttons around the list, which Tab reaches from the field. */
  const onListKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const stops = stopsInList()
    const isLast = document.activeElement === stops.at(-1)
    const isFirst = document.activeElement === stops[0]
    const leaves = event.key === 'Tab' && (event.shiftKey ? isFirst : isLast)
    const goesBack = event.key === 'ArrowDown' || event.key === 'ArrowUp'
    if (!leaves && !goesBack && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    field.current?.focus()
    if (event.key === 'Escape' || (leaves && !event.shiftKey)) close()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isOpen) list.onKeyDown(event)
    else if (!belongsToInputMethod(event.nativeEvent) && keysThatOpen.has(event.key)) {
      event.preventDefault()
      open()
    }
  }
  const onOpenKey = (event: KeyboardEvent, activeId: string | undefined): boolean => {
    const command = activeId === undefined ? null : commandOf(event, bound)
    if (command !== null && activeId !== undefined) {
      if (command === 'modelFavourite') props.onFavour(activeId)
      else edit(activeId)
      return true
    }
    switch (event.key) {
      case 'Enter':
        if (activeId !== undefined && !event.shiftKey && !event.altKey) choose(activeId)
        return true
      case 'Escape':
        event.stopPropagation()
        close()
        return true
      case 'Tab': {
        const [first] = stopsInList()
        if (!event.shiftKey && first !== undefined) {
          first.focus()
          return true
        }
        close()
        return false
      }
      default:
        return false
    }
  }
  // An agent that is not installed is never preselected.
  const isUnfiltered = query === '' && traits.length === 0
  const preselected =
    offered.find((model) => isUnfiltered && model.id === value) ?? offered.find((model) => !isMissing(model))
  const list = useCombobox({
    ids: offered.map((model) => model.id),
    query: `${traits.join(' ')} ${query ?? ''}`,
    first: preselected?.id,
    keys: listKeys,
    onKey: onOpenKey,
  })

  return (
    <div
      ref={anchor}
      className={classNames(styles.modelPicker, variant === 'plain' ? styles.plain : styles.chip)}
      data-slot="model-picker"
      onPointerDown={(event) => {
        // React also delivers presses in the list, a portal outside this element.
        if (event.target === field.current || !event.currentTarget.contains(event.target as Node)) return
        event.preventDefault()
        field.current?.focus()
        if (isOpen) close()
        else open()
      }}
    >
      <input
        dir="auto"
        ref={field}
        {...list.field}
        aria-label={label}
        aria-expanded={isOpen}
        title={value ?? undefined}
        placeholder={t(isOpen ? 'common.searchModels' : 'models.picker.choose')}
        value={query ?? (value === null ? '' : valueName)}
        onClick={open}
        onFocus={(event) => {
          cameFrom.current = event.relatedTarget
          // Not earlier: the list is positioned beside the field.
          if (isOpenAtFirst) open()
        }}
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={(event) => {
          // Buttons in the list can take the focus without closing it.
          if (event.relatedTarget === null || !event.relatedTarget.closest('[data-slot="model-list"]'))
            close()
        }}
      />
      {variant === 'chip' && !isOpen && chosen !== undefined && chosen.providerName !== valueName && (
        <span className={styles.provider}>
          {markOf(chosen) === 'scripted' ? t('models.mark.scripted') : chosen.providerName}
        </span>
      )}
      <Icon name="chevronDown" />
      {isOpen && (
        <Popup anchor={anchor} align={align} onClose={close}>
          <LazyModelList
            {...props}
            list={list}
            groups={groups}
            isSearching={query.trim() !== '' || traits.length > 0}
            traits={offeredTraits}
            chosenTraits={traits}
            onChoose={choose}
            onEdit={edit}
            onTraits={setTraits}
            onKeyDown={onListKeyDown}
            onOpenSettings={() => {
              close()
              props.onOpenSettings()
            }}
          />
        </Popup>
      )}
    </div>
  )
}

function commandOf(
  event: KeyPress & { repeat: boolean },
  bound: BoundKeys,
): 'modelFavourite' | 'modelEdit' | null {
  const commands = ['modelFavourite', 'modelEdit'] as const
  return commands.find((id) => isCommandKey(id, event, bound)) ?? null
}
