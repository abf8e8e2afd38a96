import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'

import { deepEqual } from '../../../../shared/deep-equal'
import type { ArchivedSettings, ArchivedProvider } from '../../../../shared/store/store'
import { errorDataOf } from '../../../errors/error-data'
import { errorLine } from '../../../errors/error-text'
import { t, formatLocale } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import { Button } from '../../../ui/controls/button'
import { Stack } from '../../../ui/layout/layout'
import type { AppSettings } from '../../../../shared/app/schema'
import type { ModelPreference, ProviderInfo } from '../../../../shared/models/models'
import { visibleLine } from '../../../../shared/text/visible-text'
import { isRecord } from '../../../../shared/record'
import { formatCost } from '../../../language/format'
import { DataTable } from '../../../ui/lists/data-table'
import styles from './data.module.css'

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
    <DataTable
      heads={[t('offeredSettings.setting'), t('offeredSettings.now'), t('offeredSettings.inFile')]}
      rows={changes.map(({ what, from, to }, index) => ({ key: index, cells: [what, from, to] }))}
    />
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

/** The current values of the settings that a file can change. */
export interface CurrentSettings {
  settings: AppSettings
  providers: readonly ProviderInfo[]
  preferenceOf: (model: string) => ModelPreference | undefined
}

/** One change: the setting, its present value and the one in the file, in words. */
interface OfferedChange {
  what: string
  from: string
  to: string
}

/** The changes that a file's settings would make, as requests and as a list for the user. */
interface OfferedChanges {
  settings: Partial<AppSettings>
  providers: ArchivedProvider[]
  models: ModelPreference[]
  changes: OfferedChange[]
  /** Sentences about settings in the file that are never applied. */
  left: OfferedChange[]
}

const spendingLimits = ['dayWarningUsd', 'dayLimitUsd', 'monthWarningUsd', 'monthLimitUsd'] as const

/**
 * Compares a file with what is set now. A spending limit that the file would raise or remove keeps its value, and so
 * does a provider that exists.
 */
export function offeredChanges(offered: ArchivedSettings, now: CurrentSettings): OfferedChanges {
  const current = new Map<string, unknown>(Object.entries(now.settings))
  const differing = Object.entries(offered.settings).filter(
    ([name, value]) => value !== undefined && !deepEqual(value, current.get(name)),
  )
  const isKept = (name: string) =>
    spendingLimits.some((limit) => limit === name && loosens(limit, offered, now))
  const settingChange = ([name, value]: [string, unknown]): OfferedChange => ({
    what: settingName(name),
    from: valueWords(name, current.get(name)),
    to: valueWords(name, value),
  })
  const settings = differing.filter(([name]) => !isKept(name))
  const known = (id: string) => now.providers.find((provider) => provider.id === id)
  const providers = offered.providers.filter(({ id }) => known(id) === undefined)
  const models = offered.models.filter(
    (preference) => !deepEqual(preference, now.preferenceOf(preference.model)),
  )
  return {
    settings: Object.fromEntries(settings),
    providers,
    models,
    changes: [
      ...providers.map(providerChange),
      ...settings.map(settingChange),
      ...models.flatMap((model) => modelChanges(model, now.preferenceOf(model.model))),
    ],
    left: [
      ...differing.filter(([name]) => isKept(name)).map(settingChange),
      ...offered.providers.flatMap((provider) => {
        const own = known(provider.id)
        const isSame = own === undefined || own.baseUrl === provider.baseUrl
        return isSame
          ? []
          : [{ ...providerChange(provider), from: own.baseUrl ?? t('offeredSettings.nothing') }]
      }),
    ],
  }
}

function loosens(
  name: (typeof spendingLimits)[number],
  offered: ArchivedSettings,
  now: CurrentSettings,
): boolean {
  const [before, after] = [now.settings[name], offered.settings[name]]
  return before !== null && after !== undefined && (after === null || after > before)
}

function providerChange({ name, baseUrl }: ArchivedProvider): OfferedChange {
  return {
    what: t('offeredSettings.provider', { name: visibleLine(name) }),
    from: t('offeredSettings.nothing'),
    to: visibleLine(baseUrl),
  }
}

function modelChanges(given: ModelPreference, before: ModelPreference | undefined): OfferedChange[] {
  const fields = {
    [t('common.name')]: [before?.label, given.label],
    [t('models.editor.note')]: [before?.note, given.note],
    [t('settings.models.hidden')]: [before?.isHidden ?? false, given.isHidden],
    [t('actions.titles.modelSettings')]: [before?.params ?? {}, given.params],
  }
  return Object.entries(fields)
    .filter(([, [from, to]]) => !deepEqual(from ?? null, to ?? null))
    .map(([field, [from, to]]) => ({
      what: t('offeredSettings.ofModel', { model: visibleLine(given.model), field }),
      from: valueWords(field, from),
      to: valueWords(field, to),
    }))
}

/** The name that a setting has in the window; its field's name for one of a newer Parley. */
function settingName(name: string): string {
  return new Map(Object.entries(namesOfSettings())).get(name) ?? name
}

function namesOfSettings(): Record<keyof AppSettings, string> {
  return {
    theme: t('settings.appearance.theme'),
    highContrast: t('actions.titles.highContrast'),
    textSize: t('settings.appearance.textSize'),
    density: t('settings.appearance.density'),
    language: t('settings.appearance.language'),
    defaultModel: t('settings.models.forNewChats'),
    favouriteModels: t('common.favourites'),
    instructions: t('settings.general.instructions'),
    defaultTools: t('common.settingsSections.tools'),
    fetchHosts: t('web.hosts.title'),
    toolSteps: t('tools.limits.steps'),
    toolCallSeconds: t('tools.limits.timeField'),
    compareModels: t('offeredSettings.compareModels'),
    compareBlind: t('offeredSettings.compareBlind'),
    paneOrder: t('compare.pace.order'),
    panesPerProvider: t('compare.pace.perProvider'),
    idleTimeoutSeconds: t('offeredSettings.inSeconds', { name: t('settings.general.endSilent') }),
    wallTimeoutSeconds: t('offeredSettings.inSeconds', { name: t('settings.general.endLong') }),
    maxAnswerChars: t('offeredSettings.inCharacters', { name: t('settings.general.endLarge') }),
    discovery: t('settings.providers.discovery'),
    nameChats: t('settings.general.nameChats'),
    notifyWhenDone: t('settings.notify.label'),
    keepRunning: t('settings.general.stayInTray'),
    spellCheck: t('settings.general.checkSpelling'),
    wrapCode: t('settings.appearance.wrapCode'),
    keepReasoningOpen: t('settings.appearance.keepReasoningOpen'),
    scrollPanesTogether: t('common.scrollPanesTogether'),
    sendWith: t('settings.general.sendWith'),
    shortcuts: t('common.settingsSections.shortcuts'),
    quickWindowKeys: t('settings.quick.keys'),
    dayWarningUsd: t('spending.limits.day.warnAt'),
    dayLimitUsd: t('spending.limits.day.stopAt'),
    monthWarningUsd: t('spending.limits.month.warnAt'),
    monthLimitUsd: t('spending.limits.month.stopAt'),
  }
}

/** A value in words, complete and with hidden characters made visible: users decide by it. */
function valueWords(name: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return t('offeredSettings.nothing')
  if (typeof value === 'boolean') return value ? t('common.on') : t('common.off')
  if (typeof value === 'number') {
    return name.endsWith('Usd') ? formatCost(value) : new Intl.NumberFormat(formatLocale()).format(value)
  }
  if (Array.isArray(value)) {
    return value.length === 0
      ? t('offeredSettings.nothing')
      : new Intl.ListFormat(formatLocale()).format(value.map((each) => valueWords(name, each)))
  }
  if (isRecord(value)) {
    const entries = Object.entries(value).map(
      ([key, each]) => `${visibleLine(key)}: ${valueWords(key, each)}`,
    )
    return entries.length === 0 ? t('offeredSettings.nothing') : entries.join('; ')
  }
  return typeof value === 'string' ? visibleLine(optionWords(name, value)) : ''
}

/** The window's words for the options of a setting; other values are shown as they are. */
function optionWords(name: string, value: string): string {
  const words = new Map([
    ['theme system', t('settings.appearance.themeSystem')],
    ['theme light', t('settings.appearance.themeLight')],
    ['theme dark', t('settings.appearance.themeDark')],
    ['textSize small', t('settings.appearance.textSmall')],
    ['textSize normal', t('settings.appearance.textNormal')],
    ['textSize large', t('settings.appearance.textLarge')],
    ['textSize largest', t('settings.appearance.textLargest')],
    ['density comfortable', t('settings.appearance.comfortable')],
    ['density compact', t('settings.appearance.compact')],
    ['language system', t('settings.appearance.languageOfSystem')],
    ['language en', 'English'],
    ['language de', 'Deutsch'],
    ['paneOrder together', t('compare.pace.together')],
    ['paneOrder local-in-turn', t('compare.pace.local-in-turn')],
    ['paneOrder in-turn', t('compare.pace.in-turn')],
  ])
  return words.get(`${name} ${value}`) ?? value
}
