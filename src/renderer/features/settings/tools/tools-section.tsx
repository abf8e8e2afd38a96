import { useEffect } from 'react'
import { useStore } from 'zustand'

import { toolCallSecondsRange, toolStepsRange } from '../../../../shared/app/settings'
import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import { NumberField } from '../../../ui/fields/inputs'
import { SettingRow, SettingsError } from '../../../ui/fields/setting-row'
import { ToolSwitches } from '../../tools/tool-switches'
import { useInTurn } from '../../tools/use-in-turn'
import { ServersSection } from './servers-section'
import { SearchSection } from './search-section'
import { Hint, PlainList, Row, Stack } from '../../../ui/layout/layout'
import type { ConsentRule } from '../../../../shared/agents/agents'
import type { ToolConsentRule } from '../../../../shared/tools/tools'
import { visibleLine, visibleText, visibleWords } from '../../../../shared/text/visible-text'
import { errorLine } from '../../../errors/error-text'
import { formatMoment } from '../../../language/format'
import { agentName } from '../../../state/agents/agent-work'
import type { Permission } from '../../../state/agents/permissions'
import { Button } from '../../../ui/controls/button'
import settingRowStyles from '../../../ui/fields/setting-row.module.css'
import styles from './permissions.module.css'

/** Tools and servers, the user's permissions for them, and the tools of new chats. */
export function ToolsSection() {
  return (
    <>
      <ServersSection />
      <SearchSection />
      <PermissionSection />
      <DefaultTools />
      <ToolLimits />
    </>
  )
}

/** The tools that are on in new chats and panes. */
function DefaultTools() {
  const app = useApp()
  const { tools, isLoading } = useStore(app.tools.store)
  const enabled = useStore(app.settings.store, ({ settings }) => settings.defaultTools)
  useEffect(() => void app.tools.load(null), [app])
  const change = useInTurn((next) => {
    const { settings } = app.settings.store.getState()
    return app.settings.change({ defaultTools: next(settings.defaultTools) })
  })
  return (
    <section aria-labelledby="settings-default-tools">
      <h3 id="settings-default-tools">{t('tools.defaults.title')}</h3>
      <Hint className={settingRowStyles.sectionHint}>{t('tools.defaults.hint')}</Hint>
      <ToolSwitches tools={tools} isLoading={isLoading} choices={[enabled]} onChange={change} />
    </section>
  )
}

/** How long and how often a model may use tools for one answer. */
function ToolLimits() {
  const app = useApp()
  const { settings } = useStore(app.settings.store)
  return (
    <section aria-labelledby="settings-tool-limits">
      <h3 id="settings-tool-limits">{t('tools.limits.title')}</h3>
      <SettingRow label={t('tools.limits.steps')} hint={t('tools.limits.stepsHint')}>
        <NumberField
          label={t('tools.limits.steps')}
          value={settings.toolSteps}
          unit={1}
          range={toolStepsRange}
          onChange={(toolSteps) => void app.settings.change({ toolSteps })}
        />
      </SettingRow>
      <SettingRow label={t('tools.limits.time')} hint={t('tools.limits.timeHint')}>
        <NumberField
          label={t('tools.limits.timeField')}
          value={settings.toolCallSeconds}
          unit={1}
          range={toolCallSecondsRange}
          onChange={(toolCallSeconds) => void app.settings.change({ toolCallSeconds })}
        />
      </SettingRow>
    </section>
  )
}

/** Every decision of the user about what agents and models may do, with a button to revoke it. */
function PermissionSection() {
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
