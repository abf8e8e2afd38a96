import type { AppSettings } from '../../../../shared/app/schema'
import { deepEqual } from '../../../../shared/deep-equal'
import type { ModelPreference, ProviderInfo } from '../../../../shared/models/models'
import type { ArchivedProvider, ArchivedSettings } from '../../../../shared/store/store'
import { visibleLine } from '../../../../shared/text/visible-text'
import { t } from '../../../language/t'
import { settingName, valueWords } from './setting-words'

/** What is set now, as far as a file can change it. */
export interface CurrentSettings {
  settings: AppSettings
  providers: readonly ProviderInfo[]
  preferenceOf: (model: string) => ModelPreference | undefined
}

/** One change: the setting, its present value and the one in the file, in words. */
export interface OfferedChange {
  what: string
  from: string
  to: string
}

/** What applying the settings of a file would send, and the same as a list for the user. */
export interface OfferedChanges {
  settings: Partial<AppSettings>
  providers: ArchivedProvider[]
  models: ModelPreference[]
  changes: OfferedChange[]
  /** What is in the file but is never applied, in words. */
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
    [t('models.editor.name')]: [before?.label, given.label],
    [t('models.editor.note')]: [before?.note, given.note],
    [t('settings.models.hidden')]: [before?.isHidden ?? false, given.isHidden],
    [t('models.settings.label')]: [before?.params ?? {}, given.params],
  }
  return Object.entries(fields)
    .filter(([, [from, to]]) => !deepEqual(from ?? null, to ?? null))
    .map(([field, [from, to]]) => ({
      what: t('offeredSettings.ofModel', { model: visibleLine(given.model), field }),
      from: valueWords(field, from),
      to: valueWords(field, to),
    }))
}
