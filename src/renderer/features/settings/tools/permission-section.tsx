import { useEffect } from 'react'
import { useStore } from 'zustand'

import type { ConsentRule } from '../../../../shared/agents/agents'
import type { ToolConsentRule } from '../../../../shared/tools/tools'
import { visibleLine, visibleText, visibleWords } from '../../../../shared/text/visible-text'
import { errorLine } from '../../../errors/error-text'
import { formatMoment } from '../../../language/format'
import { t } from '../../../language/t'
import { agentName } from '../../../state/agents/agent-work'
import { useApp } from '../../../state/app/use-app'
import type { Permission } from '../../../state/permissions/permissions'
import { Button } from '../../../ui/controls/button'
import { SettingsError } from '../../../ui/fields/setting-row'
import { Hint, PlainList, Row, Stack } from '../../../ui/layout/layout'
import settingRowStyles from '../../../ui/fields/setting-row.module.css'
import styles from './permissions.module.css'

/** Every decision of the user about what agents and models may do, with a button to revoke it. */
export function PermissionSection() {
  const app = useApp()
  const { always, inChats, error } = useStore(app.permissions.store)
  useEffect(() => void app.permissions.load(), [app])
  return (
    <section aria-labelledby="settings-permissions">
      <h3 id="settings-permissions">{t('permissions.list.title')}</h3>
      <Hint className={settingRowStyles.sectionHint}>{t('permissions.list.hint')}</Hint>
      {error !== null && <SettingsError>{errorLine(error)}</SettingsError>}
      {always.length === 0 && (
        <p className={settingRowStyles.dataEmpty} data-slot="data-empty">
          {t('permissions.list.none')}
        </p>
      )}
      <PlainList aria-label={t('permissions.list.always')}>
        {always.map((rule) => (
          <PermissionRow key={rule.id} rule={rule} />
        ))}
      </PlainList>
      {inChats.length > 0 && (
        <>
          <h3 className={styles.inChats}>{t('permissions.list.inChats')}</h3>
          <PlainList aria-label={t('permissions.list.inChats')}>
            {inChats.map((rule) => (
              <PermissionRow key={rule.id} rule={rule} />
            ))}
          </PlainList>
        </>
      )}
    </section>
  )
}

function PermissionRow({ rule }: { rule: Permission }) {
  const app = useApp()
  const models = useStore(app.models.store, (state) => state.models)
  const isOfTool = 'tool' in rule
  const what = isOfTool ? toolWords(rule) : agentWords(rule)
  const isExact = !isOfTool && rule.kind !== 'everything'
  const facts = [
    isOfTool
      ? t('permissions.list.ofModels')
      : t('permissions.list.ofAgent', {
          agent: agentName(models, rule.agentId),
          folder: visibleText(rule.folder),
        }),
    rule.title === undefined ? '' : t('permissions.list.chat', { chat: visibleWords(rule.title) }),
    rule.lastUsedAt === null ? '' : t('permissions.list.used', { time: formatMoment(rule.lastUsedAt) }),
  ].filter((fact) => fact !== '')
  return (
    <Row as="li" align="start" gap={4} pad={[3, 0]} line="below">
      <Stack gap={0.5} grow className={styles.words}>
        {isExact ? (
          <code className={styles.exact} dir="ltr">
            {what}
          </code>
        ) : (
          <span>{what}</span>
        )}
        <span className={settingRowStyles.settingHint} data-slot="setting-hint">
          <span className={rule.decision === 'never' ? styles.never : undefined}>
            {t(rule.decision === 'never' ? 'permissions.list.never' : 'permissions.list.allowed')}
          </span>
          {` · ${facts.join(' · ')}`}
        </span>
      </Stack>
      <Button
        variant="quiet"
        aria-label={t('permissions.list.revokeWhat', { what })}
        onFirstClick={() => void app.permissions.revoke(rule.id)}
      >
        {t('permissions.list.revoke')}
      </Button>
    </Row>
  )
}

function agentWords({ kind, what }: ConsentRule): string {
  return kind === 'everything' ? t('permissions.list.everything') : visibleLine(what)
}

function toolWords(rule: ToolConsentRule): string {
  const place = visibleWords(rule.place)
  const tool = visibleWords(rule.tool)
  switch (rule.tool) {
    case 'web.fetch':
      return t('permissions.list.fetch', { place })
    case 'web.search':
      return t('permissions.list.search', { place })
    case 'files.edit':
      return t('permissions.list.changeFiles', { place })
    default:
      return rule.tool.startsWith('mcp:')
        ? t('permissions.list.serverTool', { tool: tool.slice(tool.indexOf('/') + 1), place })
        : t('permissions.list.tool', { tool, place })
  }
}
