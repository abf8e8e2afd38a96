import { useDeferredValue, useMemo, useState } from 'react'
import { useStore } from 'zustand'

import { useApp } from '../state/use-app'
import { Button } from '../ui/button'
import { counted } from '../ui/figures'
import { AppModelPicker } from '../ui/model-picker/app-model-picker'
import { groupModels } from '../ui/model-picker/model-options'
import { useFavourites } from '../ui/model-picker/use-favourites'
import { ModelTable } from './model-table'
import { SettingRow } from './setting-row'
import './models.css'

const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

/** All models, to look through and to star; and which of them a new chat begins with. */
export function ModelsSection() {
  const app = useApp()
  const { settings, change } = useStore(app.settings)
  const { models, problems, phase, error, isRefreshing, factsDate, load } = useStore(app.models)
  const { favourites, toggle } = useFavourites()
  const [query, setQuery] = useState('')
  const [areOnlyFavourites, setAreOnlyFavourites] = useState(false)
  const sought = useDeferredValue(query)
  const groups = useMemo(
    () =>
      groupModels(areOnlyFavourites ? models.filter(({ id }) => favourites.includes(id)) : models, sought),
    [models, favourites, areOnlyFavourites, sought],
  )
  const count = groups.reduce((sum, group) => sum + group.models.length, 0)
  return (
    <>
      <section aria-labelledby="settings-default-model">
        <h3 id="settings-default-model">New chats</h3>
        <SettingRow
          label="Model for new chats"
          hint={settings.defaultModel === null ? 'The first real one that is there.' : null}
        >
          {settings.defaultModel !== null && (
            <Button look="quiet" onClick={() => void change({ defaultModel: null })}>
              Any
            </Button>
          )}
          <AppModelPicker
            value={settings.defaultModel}
            onChange={(defaultModel) => void change({ defaultModel })}
          />
        </SettingRow>
      </section>
      <section className="models" aria-labelledby="settings-models">
        <h3 id="settings-models">All models</h3>
        <div className="models-tools">
          <input
            className="text-field"
            type="search"
            aria-label="Search models"
            placeholder="Search models"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
          />
          <Button
            look="quiet"
            aria-pressed={areOnlyFavourites}
            onClick={() => setAreOnlyFavourites(!areOnlyFavourites)}
          >
            Favourites
          </Button>
          <Button look="quiet" aria-disabled={isRefreshing} onClick={() => void load({ refresh: true })}>
            {isRefreshing ? 'Looking…' : 'Look again'}
          </Button>
        </div>
        {error !== null && (
          <p className="settings-error" role="alert">
            {error.message}
          </p>
        )}
        {problems.map((problem) => (
          <p key={problem.providerId} className="models-problem">
            <b>{problem.providerName}</b> {problem.error.message}
          </p>
        ))}
        <p className="hidden-text" role="status">
          {counted(count, 'model')}
        </p>
        {phase === 'loading' && <p className="data-empty">Asking the providers…</p>}
        {phase !== 'loading' && count === 0 && <p className="data-empty">{emptyWords()}</p>}
        {count > 0 && <ModelTable groups={groups} favourites={favourites} onFavour={toggle} />}
        <p className="models-date">
          {factsDate === null
            ? 'Sizes and prices are those that providers name themselves.'
            : `Sizes, and prices in US dollars for a million tokens in / out: as of ${dayFormat.format(new Date(factsDate))}, unless the provider names its own. Prices change; the bill is the provider’s.`}
        </p>
      </section>
    </>
  )

  function emptyWords(): string {
    if (query.trim() !== '') return 'No model has such a name.'
    return areOnlyFavourites
      ? 'No favourites yet. The star beside a model makes it one.'
      : 'There are no models yet. Add a provider first.'
  }
}
