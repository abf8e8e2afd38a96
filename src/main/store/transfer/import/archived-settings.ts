import { z } from 'zod'

import type { ModelPreference } from '../../../../shared/models/models'
import {
  modelChange,
  providerFields,
  settingsPatch,
} from '../../../../shared/rpc/definitions/settings-fields'
import type { ArchivedSettings } from '../../../../shared/store/store'
import type { ParleySettings } from '../parley-format/parley-archive'

/** No user has more settings than this. */
const maxProviders = 200

const archivedProvider = z.object({
  ...providerFields,
  name: providerFields.name.unwrap(),
  baseUrl: providerFields.baseUrl.unwrap(),
})

/** The valid settings, providers and settings of models of a file; a window could send each of them. */
export function archivedSettings({ settings, providers, models = [] }: ParleySettings): ArchivedSettings {
  // No file switches tools on, or allows models to reach private hosts.
  const taken = settingsPatch.omit({ defaultTools: true, fetchHosts: true })
  const known = Object.keys(taken.shape).filter((name) => Object.hasOwn(settings, name))
  const valid = known.map((name) => settingsPatch.safeParse({ [name]: settings[name] }).data ?? {})
  const ids = new Set<string>()
  return {
    settings: Object.assign({}, ...valid),
    providers: providers.slice(0, maxProviders).flatMap((each) => {
      const { data } = archivedProvider.safeParse(each)
      if (data === undefined || ids.has(data.id)) return []
      ids.add(data.id)
      return [data]
    }),
    models: preferencesOf(models),
  }
}

/** One for each model: the last. */
function preferencesOf(models: readonly unknown[]): ModelPreference[] {
  const byModel = new Map<string, ModelPreference>()
  for (const each of models) {
    const { data } = modelChange.safeParse(each)
    if (data === undefined) continue
    const { model, isHidden = false, label = null, note = null, params = {} } = data
    byModel.set(model, { model, isHidden, label, note, params })
  }
  return [...byModel.values()]
}
