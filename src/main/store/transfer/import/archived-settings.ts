import { z } from 'zod'

import { providerFields, settingsPatch } from '../../../../shared/rpc/definitions/settings-fields'
import type { ArchivedSettings } from '../../../../shared/store/store'
import type { ParleySettings } from '../parley-format/parley-archive'

/** No user has more settings than this. */
const maxProviders = 200

const archivedProvider = z.object({
  ...providerFields,
  name: providerFields.name.unwrap(),
  baseUrl: providerFields.baseUrl.unwrap(),
})

/** The valid settings and providers of a file; a window could send each of them. */
export function archivedSettings({ settings, providers }: ParleySettings): ArchivedSettings {
  const known = Object.keys(settingsPatch.shape).filter((name) => Object.hasOwn(settings, name))
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
  }
}
