import { useDeferredValue, useMemo, useState } from 'react'
import { useStore } from 'zustand'

import type { ErrorData } from '../../../../shared/errors'
import type { ModelInfo } from '../../../../shared/models/models'
import { useMemoInLanguage } from '../../../language/memo'
import { formatLocale, t } from '../../../language/t'
import { isHiddenModel } from '../../../../shared/models/model-choice'
import { useApp } from '../../../state/app/use-app'
import { lazyComponent } from '../../../ui/lazy-component'
import { Button } from '../../../ui/controls/button'
import { errorLine } from '../../../errors/error-text'
import { keyErrorLine } from '../../../state/models/keys'
import { AppModelPicker } from '../../model-picker/app-model-picker'
import { HiddenModelNote } from '../../model-editor/hidden-model-note'
import { groupModels } from '../../model-picker/model-options'
import { hasTrait, type ModelTrait, traitsAmong } from '../../model-picker/model-traits'
import { TraitFilters } from '../../model-picker/trait-filters'
import { useFavourites } from '../../model-picker/use-favourites'
import { ModelTable } from './model-table'
import { SettingRow, SettingsError } from '../../../ui/fields/setting-row'
import { HiddenText, Hint, Row, Stack, Text } from '../../../ui/layout/layout'
import settingRowStyles from '../../../ui/fields/setting-row.module.css'
import textFieldStyles from '../../../ui/fields/text-field.module.css'
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
          <input
            dir="auto"
            className={textFieldStyles.textField}
            data-slot="text-field"
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
