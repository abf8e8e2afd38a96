import { useDeferredValue, useState } from 'react'
import { useStore } from 'zustand'

import { useMemoInLanguage } from '../../../language/use-memo-in-language'
import { formatLocale, t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import { Button } from '../../../ui/controls/button'
import { errorLine } from '../../../errors/error-text'
import { keyErrorLine } from '../../../state/models/key-error-line'
import { AppModelPicker } from '../../model-picker/app-model-picker'
import { groupModels } from '../../model-picker/model-options'
import { useFavourites } from '../../model-picker/use-favourites'
import { ModelTable } from './model-table'
import { SettingRow } from '../../../ui/fields/setting-row'
import settingRowStyles from '../../../ui/fields/setting-row.module.css'
import textFieldStyles from '../../../ui/fields/text-field.module.css'
import hiddenTextStyles from '../../../ui/text/hidden-text.module.css'
import styles from './models.module.css'

/** All models, to browse and to star, and the default model of new chats. */
export function ModelsSection() {
  const app = useApp()
  const { settings, change } = useStore(app.settings)
  const { models, problems, phase, error, isRefreshing, factsDate, load } = useStore(app.models)
  const { favourites, toggle } = useFavourites()
  const [query, setQuery] = useState('')
  const [areOnlyFavourites, setAreOnlyFavourites] = useState(false)
  const sought = useDeferredValue(query)
  const groups = useMemoInLanguage(
    () =>
      groupModels(areOnlyFavourites ? models.filter(({ id }) => favourites.includes(id)) : models, sought),
    [models, favourites, areOnlyFavourites, sought],
  )
  const count = groups.reduce((sum, group) => sum + group.models.length, 0)
  return (
    <>
      <section aria-labelledby="settings-default-model">
        <h3 id="settings-default-model">{t('settings.models.newChats')}</h3>
        <SettingRow
          label={t('settings.models.forNewChats')}
          hint={settings.defaultModel === null ? t('settings.models.forNewChatsHint') : null}
        >
          {settings.defaultModel !== null && (
            <Button variant="quiet" onClick={() => void change({ defaultModel: null })}>
              {t('settings.models.any')}
            </Button>
          )}
          <AppModelPicker
            value={settings.defaultModel}
            onChange={(defaultModel) => void change({ defaultModel })}
          />
        </SettingRow>
      </section>
      <section className={styles.models} aria-labelledby="settings-models">
        <h3 id="settings-models">{t('settings.models.all')}</h3>
        <div className={styles.tools}>
          <input
            className={textFieldStyles.textField}
            data-slot="text-field"
            type="search"
            aria-label={t('settings.models.search')}
            placeholder={t('settings.models.search')}
            value={query}
            onChange={(event) => setQuery(event.target.value)}
          />
          <Button
            variant="quiet"
            aria-pressed={areOnlyFavourites}
            onClick={() => setAreOnlyFavourites(!areOnlyFavourites)}
          >
            {t('settings.models.favourites')}
          </Button>
          <Button variant="quiet" aria-disabled={isRefreshing} onClick={() => void load({ refresh: true })}>
            {isRefreshing ? t('settings.models.looking') : t('settings.models.lookAgain')}
          </Button>
        </div>
        {error !== null && (
          <p className={settingRowStyles.settingsError} data-slot="settings-error" role="alert">
            {errorLine(error)}
          </p>
        )}
        {problems.map((problem) => (
          <p key={problem.providerId} className={styles.problem}>
            <b>{problem.providerName}</b> {keyErrorLine(problem.error)}
          </p>
        ))}
        <p className={hiddenTextStyles.hiddenText} role="status">
          {t('common.models', { count })}
        </p>
        {phase === 'loading' && (
          <p className={settingRowStyles.dataEmpty} data-slot="data-empty">
            {t('settings.models.asking')}
          </p>
        )}
        {phase !== 'loading' && count === 0 && (
          <p className={settingRowStyles.dataEmpty} data-slot="data-empty">
            {emptyWords()}
          </p>
        )}
        {count > 0 && <ModelTable groups={groups} favourites={favourites} onFavour={toggle} />}
        <p className={styles.date}>
          {factsDate === null
            ? t('settings.models.ownFacts')
            : t('settings.models.factsAsOf', { date: formatDay(factsDate) })}
        </p>
      </section>
    </>
  )

  function emptyWords(): string {
    if (query.trim() !== '') return t('settings.models.noneNamed')
    return areOnlyFavourites ? t('settings.models.noFavourites') : t('settings.models.none')
  }
}

function formatDay(date: string): string {
  return new Date(date).toLocaleDateString(formatLocale(), { dateStyle: 'medium', timeZone: 'UTC' })
}
