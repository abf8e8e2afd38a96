import { useId, useState, type SyntheticEvent } from 'react'
import { useStore } from 'zustand'

import { fetchHostOf, maxFetchHosts } from '../../../../shared/tools/search'
import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import { classNames } from '../../../ui/class-names'
import { Button } from '../../../ui/controls/button'
import { AddressInput } from '../../../ui/fields/inputs'
import { SettingsError } from '../../../ui/fields/setting-row'
import { Row } from '../../../ui/layout/layout'
import settingRowStyles from '../../../ui/fields/setting-row.module.css'
import styles from './search-section.module.css'

/** The private hosts that models may fetch pages from: only the user names them. */
export function FetchHosts() {
  const app = useApp()
  const { settings, change } = useStore(app.settings)
  const { fetchHosts } = settings
  const [typed, setTyped] = useState('')
  const [isRefused, setIsRefused] = useState(false)
  const hintId = useId()
  const errorId = useId()
  const add = (event: SyntheticEvent) => {
    event.preventDefault()
    const host = fetchHostOf(typed)
    setIsRefused(host === null)
    if (host === null) return
    setTyped('')
    if (!fetchHosts.includes(host)) void change({ fetchHosts: [...fetchHosts, host] })
  }
  return (
    <section aria-labelledby="settings-fetch-hosts">
      <h3 id="settings-fetch-hosts">{t('web.hosts.title')}</h3>
      <p
        id={hintId}
        className={classNames(settingRowStyles.settingHint, styles.hint)}
        data-slot="setting-hint"
      >
        {t('web.hosts.hint')}
      </p>
      {fetchHosts.length > 0 && (
        <ul className={styles.hosts} aria-labelledby="settings-fetch-hosts">
          {fetchHosts.map((host) => (
            <li key={host}>
              <span className={styles.host}>{host}</span>
              <Button
                variant="quiet"
                aria-label={t('web.hosts.remove', { host })}
                onClick={() => void change({ fetchHosts: fetchHosts.filter((each) => each !== host) })}
              >
                {t('common.remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {fetchHosts.length < maxFetchHosts && (
        <Row as="form" wrap gap={2} pad={[2, 0]} className={styles.form} onSubmit={add}>
          <AddressInput
            aria-label={t('web.hosts.field')}
            aria-describedby={isRefused ? `${hintId} ${errorId}` : hintId}
            aria-invalid={isRefused}
            value={typed}
            placeholder={t('web.hosts.example')}
            onChange={(event) => {
              setTyped(event.target.value)
              setIsRefused(false)
            }}
          />
          <Button type="submit" aria-disabled={typed.trim() === ''}>
            {t('common.add')}
          </Button>
        </Row>
      )}
      {isRefused && <SettingsError id={errorId}>{t('web.hosts.refused')}</SettingsError>}
    </section>
  )
}
