import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'

import { deepEqual } from '../../../../shared/deep-equal'
import type { AppSettings } from '../../../../shared/app/settings'
import type { ArchivedSettings } from '../../../../shared/store/store'
import { errorDataOf } from '../../../errors/error-data'
import { errorLine } from '../../../errors/error-text'
import { formatLocale, t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import { Button } from '../../../ui/controls/button'
import styles from './data.module.css'

/**
 * Settings in an imported file, with a button that applies them: its author, not the user, chose them. Existing
 * providers are not changed.
 */
export function OfferedSettings({ offered }: { offered: ArchivedSettings }) {
  const { settings, providers } = offered
  const app = useApp()
  const known = useStore(app.providers, (state) => state.providers)
  const [end, setEnd] = useState<{ line: string; isBad: boolean } | null>(null)
  const added = providers.filter(({ id }) => !known.some((provider) => provider.id === id))
  const now = useStore(app.settings, (state) => state.settings)
  const changed = differing(settings, now)
  const settingCount = Object.keys(changed).length
  const listed = useStore(app.models, (state) => state.models)
  const models = offered.models.filter(
    (preference) => !deepEqual(preference, listed.find(({ id }) => id === preference.model)?.preference),
  )
  if (settingCount + added.length + models.length === 0 && end === null) return null
  const apply = async () => {
    const { api } = app.environment
    try {
      for (const provider of added) await api.invoke('providers.save', provider)
      if (settingCount > 0)
        app.settings.getState().receive((await api.invoke('settings.set', changed)).settings)
      if (models.length > 0) {
        const { preferences } = await api.invoke('models.updateMany', { changes: models })
        app.models.getState().receive(preferences)
      }
      setEnd({ line: t('settings.import.offered.applied'), isBad: false })
    } catch (error) {
      setEnd({ line: errorLine(errorDataOf(error)), isBad: true })
    }
    await app.providers.getState().load()
  }
  return (
    <section className={styles.offered} aria-label={t('settings.import.offered.title')}>
      <h4>{t('settings.import.offered.title')}</h4>
      {end?.isBad !== false && (
        <>
          <p>{whatIsOffered(settingCount, added.length, models.length)}</p>
          <ul>
            {added.map(({ id, name, baseUrl }) => (
              <li key={id}>{t('settings.import.offered.provider', { name, address: baseUrl })}</li>
            ))}
          </ul>
          <Button onClick={() => void apply()}>{t('settings.import.offered.apply')}</Button>
        </>
      )}
      {end !== null && <EndLine key={end.line} {...end} />}
    </section>
  )
}

function differing(given: Partial<AppSettings>, now: AppSettings): Partial<AppSettings> {
  const known = new Map<string, unknown>(Object.entries(now))
  return Object.fromEntries(
    Object.entries(given).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(known.get(name)),
    ),
  )
}

/** Takes the focus, since the button that was pressed may have disappeared. */
function EndLine({ line, isBad }: { line: string; isBad: boolean }) {
  const own = useRef<HTMLParagraphElement>(null)
  useEffect(() => own.current?.focus(), [])
  return (
    <p ref={own} role={isBad ? 'alert' : 'status'} tabIndex={-1}>
      {line}
    </p>
  )
}

function whatIsOffered(settingCount: number, providerCount: number, modelCount: number): string {
  const counts = [
    ...(settingCount === 0 ? [] : [t('settings.import.offered.settings', { count: settingCount })]),
    ...(providerCount === 0 ? [] : [t('settings.import.offered.providers', { count: providerCount })]),
    ...(modelCount === 0 ? [] : [t('settings.import.offered.models', { count: modelCount })]),
  ]
  return t('settings.import.offered.what', { counts: new Intl.ListFormat(formatLocale()).format(counts) })
}
