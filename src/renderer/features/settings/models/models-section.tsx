import { useDeferredValue, useMemo, useState, useRef, type KeyboardEvent } from 'react'
import { useStore } from 'zustand'

import type { ErrorData } from '../../../../shared/errors'
import type { ModelInfo } from '../../../../shared/models/models'
import { useMemoInLanguage, memo } from '../../../language/memo'
import { formatLocale, t } from '../../../language/t'
import { isHiddenModel } from '../../../../shared/models/model-choice'
import { useApp, useBoundKeys, useShortcutKeys } from '../../../state/app/use-app'
import { lazyComponent } from '../../../ui/lazy-component'
import { Button, IconButton } from '../../../ui/controls/button'
import { errorLine } from '../../../errors/error-text'
import { keyErrorLine } from '../../../state/models/keys'
import { AppModelPicker } from '../../model-picker/app-model-picker'
import { HiddenModelNote } from '../../model-editor/hidden-model-note'
import { groupModels, type ModelGroup } from '../../model-picker/model-options'
import { hasTrait, type ModelTrait, traitsAmong } from '../../model-picker/model-traits'
import { TraitFilters } from '../../model-picker/trait-filters'
import { useFavourites } from '../../model-picker/use-favourites'
import { SettingRow, SettingsError } from '../../../ui/fields/setting-row'
import { HiddenText, Hint, Row, Stack, Text, Ellipsis, PlainList } from '../../../ui/layout/layout'
import { isCommandKey } from '../../../state/actions/bound-keys'
import { MenuButton, type MenuItem } from '../../../ui/overlays/menu'
import { factsSentence, markText, ModelFactsSummary } from '../../model-picker/model-facts'
import { drawnGroups, headingHeightPx, rowsOf, wholeUpTo } from '../../model-picker/model-list-layout'
import { useVirtualRows } from '../../../ui/viewport/use-virtual-rows'
import { classNames } from '../../../ui/class-names'
import settingRowStyles from '../../../ui/fields/setting-row.module.css'
import { TextInput } from '../../../ui/fields/inputs'
import styles from './models.module.css'

const ModelEditor = lazyComponent(() => import('../../model-editor/model-editor'), 'ModelEditor')

/** All models, to browse, star, edit and hide, and the default model of new chats. */
export function ModelsSection() {
  const app = useApp()
  const { settings } = useStore(app.settings.store)
  const { models, problems, phase, error, isRefreshing, factsDate } = useStore(app.models.store)
  const { favourites, toggle, move } = useFavourites()
  const [query, setQuery] = useState('')
  const [only, setOnly] = useState<'favourites' | 'hidden' | null>(null)
  const [traits, setTraits] = useState<readonly ModelTrait[]>([])
  const [edited, setEdited] = useState<ModelInfo | null>(null)
  const [refusal, setRefusal] = useState<ErrorData | null>(null)
  const sought = useDeferredValue(query)
  const offeredTraits = useMemo(() => traitsAmong(models), [models])
  const hasHidden = useMemo(() => models.some(isHiddenModel), [models])
  const groups = useMemoInLanguage(() => {
    const favoured = new Set(favourites)
    const isWanted = (model: ModelInfo) =>
      (only !== 'favourites' || favoured.has(model.id)) &&
      (only !== 'hidden' || isHiddenModel(model)) &&
      traits.every((trait) => hasTrait(model, trait))
    return groupModels(models.filter(isWanted), sought, only === 'favourites' ? { favourites } : {})
  }, [models, favourites, only, traits, sought])
  const count = groups.reduce((sum, group) => sum + group.models.length, 0)
  const isFiltered = query.trim() !== '' || traits.length > 0 || only === 'hidden'
  const hide = async (hidden: readonly ModelInfo[], isHiddenNow: boolean) =>
    setRefusal(await app.models.update(hidden.map(({ id }) => ({ model: id, isHidden: isHiddenNow }))))
  return (
    <>
      <section aria-labelledby="settings-default-model">
        <h3 id="settings-default-model">{t('settings.models.newChats')}</h3>
        <SettingRow
          label={t('settings.models.forNewChats')}
          hint={
            settings.defaultModel === null ? (
              t('settings.models.forNewChatsHint')
            ) : (
              <HiddenModelNote model={settings.defaultModel} />
            )
          }
        >
          {settings.defaultModel !== null && (
            <Button variant="quiet" onClick={() => void app.settings.change({ defaultModel: null })}>
              {t('common.reset')}
            </Button>
          )}
          <AppModelPicker
            value={settings.defaultModel}
            onChange={(defaultModel) => void app.settings.change({ defaultModel })}
          />
        </SettingRow>
      </section>
      <Stack as="section" gap={0} className={styles.models} aria-labelledby="settings-models">
        <h3 id="settings-models">{t('settings.models.all')}</h3>
        <Row gap={1} className={styles.tools}>
          <TextInput
            type="search"
            aria-label={t('common.searchModels')}
            placeholder={t('settings.models.searchHint')}
            value={query}
            onChange={(event) => setQuery(event.target.value)}
          />
          <Button
            variant="quiet"
            aria-pressed={only === 'favourites'}
            onClick={() => setOnly(only === 'favourites' ? null : 'favourites')}
          >
            {t('common.favourites')}
          </Button>
          {(hasHidden || only === 'hidden') && (
            <Button
              variant="quiet"
              aria-pressed={only === 'hidden'}
              onClick={() => setOnly(only === 'hidden' ? null : 'hidden')}
            >
              {t('settings.models.hidden')}
            </Button>
          )}
          <Button
            variant="quiet"
            aria-disabled={isRefreshing}
            onClick={() => void app.models.load({ refresh: true })}
          >
            {isRefreshing ? t('common.refreshing') : t('common.refresh')}
          </Button>
        </Row>
        <Row justify="between" gap={3} className={styles.filters}>
          <TraitFilters traits={offeredTraits} chosen={traits} onChange={setTraits} />
          {isFiltered && count > 0 && (
            <Button variant="link" onClick={() => void hide(modelsOf(groups), only !== 'hidden')}>
              {t(only === 'hidden' ? 'settings.models.showAll' : 'settings.models.hideAll', { count })}
            </Button>
          )}
        </Row>
        {[error, refusal].map(
          (failed, index) =>
            failed !== null && <SettingsError key={index}>{errorLine(failed)}</SettingsError>,
        )}
        {problems.map((problem) => (
          <Hint pad={[1, 0]} tone="soft" key={problem.providerId} className={styles.problem}>
            <b>{problem.providerName}</b> {keyErrorLine(problem.error)}
          </Hint>
        ))}
        <HiddenText as="p" role="status">
          {t('common.models', { count })}
        </HiddenText>
        {phase === 'loading' && (
          <p className={settingRowStyles.dataEmpty} data-slot="data-empty">
            {t('common.loadingModels')}
          </p>
        )}
        {phase !== 'loading' && count === 0 && (
          <p className={settingRowStyles.dataEmpty} data-slot="data-empty">
            {emptyWords()}
          </p>
        )}
        {count > 0 && (
          <ModelTable
            groups={groups}
            favourites={favourites}
            onFavour={toggle}
            onEdit={setEdited}
            onHide={(model, isHiddenNow) => void hide([model], isHiddenNow)}
            onMove={
              only === 'favourites' && !isFiltered
                ? (id, by) =>
                    move(
                      id,
                      by,
                      modelsOf(groups).map((model) => model.id),
                    )
                : undefined
            }
          />
        )}
        <Text as="p" tone="faint" size="xs" className={styles.date}>
          {factsDate === null
            ? t('settings.models.ownFacts')
            : t('settings.models.factsAsOf', { date: formatDay(factsDate) })}
        </Text>
      </Stack>
      {edited !== null && <ModelEditor model={edited} onClose={() => setEdited(null)} />}
    </>
  )

  function emptyWords(): string {
    if (isFiltered) return t(only === 'hidden' ? 'settings.models.noneHidden' : 'common.noResults')
    return only === 'favourites' ? t('settings.models.noFavourites') : t('settings.models.none')
  }
}

function modelsOf(groups: readonly { models: readonly ModelInfo[] }[]): ModelInfo[] {
  return groups.flatMap((group) => group.models)
}

function formatDay(date: string): string {
  return new Date(date).toLocaleDateString(formatLocale(), { dateStyle: 'medium', timeZone: 'UTC' })
}

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
function ModelTable({ groups, favourites, onMove, ...actions }: ModelTableProps) {
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
      <IconButton
        icon="star"
        label={t('settings.models.favourite', { name: model.name })}
        className={classNames(styles.star, isFavourite && styles.starOn)}
        aria-pressed={isFavourite}
        onClick={() => props.onFavour(model.id)}
      />
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
