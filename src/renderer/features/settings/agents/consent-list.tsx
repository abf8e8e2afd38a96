import { useStore } from 'zustand'

import type { ConsentRule } from '../../../../shared/agents/agents'
import { t } from '../../../language/t'
import { agentName } from '../../../state/agents/agent-work'
import { useApp } from '../../../state/app/use-app'
import { Button } from '../../../ui/controls/button'
import { visibleLine, visibleText, visibleWords } from '../../../../shared/text/visible-text'
import settingRowStyles from '../../../ui/fields/setting-row.module.css'
import styles from './agents.module.css'

/** What agents may do without asking, with a button to revoke each consent. */
export function ConsentList() {
  const app = useApp()
  const { consents, chatConsents } = useStore(app.agents)
  return (
    <section aria-labelledby="settings-consents">
      <h3 id="settings-consents">{t('agents.settings.allowed')}</h3>
      <p className={styles.hint}>{t('agents.settings.allowedHint')}</p>
      {consents.length === 0 && (
        <p className={settingRowStyles.dataEmpty} data-slot="data-empty">
          {t('agents.settings.allowedNone')}
        </p>
      )}
      <ul className={styles.agentRows} aria-label={t('agents.settings.allowed')}>
        {consents.map((rule) => (
          <ConsentRow key={rule.id} rule={rule} />
        ))}
      </ul>
      {chatConsents.length > 0 && (
        <>
          <h3>{t('agents.settings.allowedInChats')}</h3>
          <ul className={styles.agentRows} aria-label={t('agents.settings.allowedInChats')}>
            {chatConsents.map((rule) => (
              <ConsentRow key={rule.id} rule={rule} chat={rule.title} />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

/** One consent; `chat` is the title of the chat that it is limited to. */
function ConsentRow({ rule, chat }: { rule: ConsentRule; chat?: string }) {
  const app = useApp()
  const removeConsent = useStore(app.agents, (state) => state.removeConsent)
  const models = useStore(app.models, (state) => state.models)
  const place = { agent: agentName(models, rule.agentId), folder: visibleText(rule.folder) }
  return (
    <li className={styles.agentRow}>
      <div className={styles.agentRowHead}>
        <div className={styles.agentRowWords}>
          {rule.kind === 'everything' ? (
            <span>{whatOf(rule)}</span>
          ) : (
            <code className={styles.consentWhat} dir="ltr">
              {whatOf(rule)}
            </code>
          )}
          <span className={settingRowStyles.settingHint} data-slot="setting-hint">
            {chat === undefined
              ? t('agents.settings.consent', place)
              : t('agents.settings.consentInChat', { ...place, chat: visibleWords(chat) })}
          </span>
        </div>
        <Button
          variant="quiet"
          aria-label={t('agents.settings.removeConsent', { what: whatOf(rule) })}
          onClick={() => void removeConsent(rule.id)}
        >
          {t('common.remove')}
        </Button>
      </div>
    </li>
  )
}

function whatOf({ kind, what }: ConsentRule): string {
  return kind === 'everything' ? t('agents.settings.everything') : visibleLine(what)
}
