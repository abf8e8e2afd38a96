import type { AppSettings } from '../../../../shared/app/schema'
import { isRecord } from '../../../../shared/record'
import { visibleLine } from '../../../../shared/text/visible-text'
import { formatCost } from '../../../language/format'
import { formatLocale, t } from '../../../language/t'

/** The name that a setting has in the window; its field's name for one of a newer Parley. */
export function settingName(name: string): string {
  return new Map(Object.entries(namesOfSettings())).get(name) ?? name
}

function namesOfSettings(): Record<keyof AppSettings, string> {
  return {
    theme: t('settings.appearance.theme'),
    highContrast: t('settings.appearance.highContrast'),
    textSize: t('settings.appearance.textSize'),
    density: t('settings.appearance.density'),
    language: t('settings.appearance.language'),
    defaultModel: t('settings.models.forNewChats'),
    favouriteModels: t('settings.models.favourites'),
    defaultTools: t('tools.choice.title'),
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
    scrollPanesTogether: t('settings.appearance.scrollTogether'),
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
export function valueWords(name: string, value: unknown): string {
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
