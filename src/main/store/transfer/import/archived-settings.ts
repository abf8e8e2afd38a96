import type { ModelPreference } from '../../../../shared/models/models'
import type { AppSettings } from '../../../../shared/app/schema'
import { modelChange } from '../../../../shared/models/schema'
import { settingsPatch } from '../../../../shared/app/schema'
import type { ArchivedSettings } from '../../../../shared/store/store'
import { archivedProviders } from './archived-providers'
import type { ParleySettings } from '../parley-format/parley-archive'

/** The valid settings, providers and settings of models of a file; a window could send each of them. */
export function archivedSettings({ settings, providers, models = [] }: ParleySettings): ArchivedSettings {
  // No file switches tools on, or allows models to reach private hosts.
  const taken = settingsPatch.omit({ defaultTools: true, fetchHosts: true })
  const known = Object.keys(taken.shape).filter((name) => Object.hasOwn(settings, name))
  const valid = known.map((name) => settingsPatch.safeParse({ [name]: settings[name] }).data ?? {})
  const { providers: own, newIds } = archivedProviders(providers)
  return {
    settings: withNewIds(Object.assign({}, ...valid), newIds),
    providers: own,
    models: preferencesOf(models, newIds),
  }
}

/** The settings, where the models of a provider that got another id have it too. */
function withNewIds(
  settings: Partial<AppSettings>,
  newIds: ReadonlyMap<string, string>,
): Partial<AppSettings> {
  const { defaultModel, favouriteModels, compareModels } = settings
  const renamed = (models: string[]) => models.map((model) => withNewId(model, newIds))
  return {
    ...settings,
    ...(typeof defaultModel === 'string' && { defaultModel: withNewId(defaultModel, newIds) }),
    ...(favouriteModels !== undefined && { favouriteModels: renamed(favouriteModels) }),
    ...(compareModels !== undefined && { compareModels: renamed(compareModels) }),
  }
}

function withNewId(model: string, newIds: ReadonlyMap<string, string>): string {
  const slash = model.indexOf('/')
  return `${newIds.get(model.slice(0, slash)) ?? model.slice(0, slash)}${model.slice(slash)}`
}

/** One for each model: the last. */
function preferencesOf(models: readonly unknown[], newIds: ReadonlyMap<string, string>): ModelPreference[] {
  const byModel = new Map<string, ModelPreference>()
  for (const each of models) {
    const { data } = modelChange.safeParse(each)
    if (data === undefined) continue
    const { isHidden = false, label = null, note = null, params = {} } = data
    const model = withNewId(data.model, newIds)
    byModel.set(model, { model, isHidden, label, note, params })
  }
  return [...byModel.values()]
}
