import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'

import { deepEqual } from '../../../../shared/deep-equal'
import type { ArchivedSettings } from '../../../../shared/store/store'
import { errorDataOf } from '../../../errors/error-data'
import { errorLine } from '../../../errors/error-text'
import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import { Button } from '../../../ui/controls/button'
import styles from './data.module.css'
import { type CurrentSettings, type OfferedChange, offeredChanges } from './offered-changes'
import { Stack } from '../../../ui/layout/layout'

/**
 * Settings in an imported file, with a button that applies them: its author, not the user, chose them. Lists every
 * change, because one press may decide where prompts go and what they cost.
 */
export function OfferedSettings({ offered }: { offered: ArchivedSettings }) {
  const app = useApp()
  const { providers } = useStore(app.providers.store)
  const settings = useStore(app.settings.store, (state) => state.settings)
  const models = useStore(app.models.store, (state) => state.models)
  const [end, setEnd] = useState<{ line: string; isBad: boolean } | null>(null)
  useEffect(() => void app.providers.load(), [app])
  const compare = (now: Pick<CurrentSettings, 'settings' | 'providers'> & { models: typeof models }) =>
    offeredChanges(offered, {
      ...now,
      preferenceOf: (model) => now.models.find(({ id }) => id === model)?.preference ?? undefined,
    })
  const shown = compare({ settings, providers, models })
  if (shown.changes.length + shown.left.length === 0 && end === null) return null

  const apply = async () => {
    const { api } = app.environment
    try {
      const now = { ...(await api.invoke('settings.get', {})), ...(await api.invoke('providers.list', {})) }
      const fresh = compare({ ...now, models: app.models.store.getState().models })
      if (!deepEqual(fresh.changes, shown.changes)) {
        app.settings.receive(now.settings)
        await app.providers.load()
        setEnd({ line: t('offeredSettings.outdated'), isBad: true })
        return
      }
      for (const provider of fresh.providers) await api.invoke('providers.save', provider)
      if (Object.keys(fresh.settings).length > 0)
        app.settings.receive((await api.invoke('settings.set', fresh.settings)).settings)
      if (fresh.models.length > 0) {
        const { preferences } = await api.invoke('models.updateMany', { changes: fresh.models })
        app.models.receive(preferences)
      }
      const isKeyNeeded = fresh.providers.length > 0
      setEnd({
        line: t(isKeyNeeded ? 'offeredSettings.applied' : 'offeredSettings.allApplied'),
        isBad: false,
      })
    } catch (error) {
      setEnd({ line: errorLine(errorDataOf(error)), isBad: true })
    }
    await app.providers.load()
  }
  return (
    <Stack
      as="section"
      align="start"
      gap={1}
      className={styles.offered}
      aria-label={t('offeredSettings.title')}
    >
      <h4>{t('offeredSettings.title')}</h4>
      {end?.isBad !== false && (
        <>
          {shown.changes.length > 0 && (
            <>
              <p>{t('offeredSettings.what')}</p>
              <Changes changes={shown.changes} />
            </>
          )}
          {shown.left.length > 0 && (
            <>
              <p>{t('offeredSettings.left')}</p>
              <Changes changes={shown.left} />
            </>
          )}
          {shown.changes.length > 0 && (
            <Button onClick={() => void apply()}>{t('offeredSettings.apply')}</Button>
          )}
        </>
      )}
      {end !== null && <EndLine key={end.line} {...end} />}
    </Stack>
  )
}

function Changes({ changes }: { changes: readonly OfferedChange[] }) {
  return (
    <table className={styles.changes}>
      <thead>
        <tr>
          <th scope="col">{t('offeredSettings.setting')}</th>
          <th scope="col">{t('offeredSettings.now')}</th>
          <th scope="col">{t('offeredSettings.inFile')}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ what, from, to }, index) => (
          <tr key={index}>
            <th scope="row">{what}</th>
            <td>{from}</td>
            <td>{to}</td>
          </tr>
        ))}
      </tbody>
    </table>
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
