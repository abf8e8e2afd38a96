import { z } from 'zod'

import type { ModelPreference } from '../../../../shared/models/models'
import { type AppSettings, settingsPatch } from '../../../../shared/app/schema'
import { modelChange, providerFields } from '../../../../shared/models/schema'
import type { ArchivedProvider, ArchivedSettings } from '../../../../shared/store/store'
import type { ParleySettings } from '../parley-file'
import { agentIds } from '../../../../shared/agents/agents'
import { apiAddress, webAddress } from '../../../../shared/models/api-address'
import { localServers, providerPresets } from '../../../../shared/models/provider-presets'
import { hostOf, plainAddress } from '../../../base/web-host'

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

/** No user has more providers than this. */
const maxProviders = 200
const maxIdChars = 64
const maxNameChars = 100

const archivedProvider = z.object({
  ...providerFields,
  name: providerFields.name.unwrap(),
  baseUrl: providerFields.baseUrl.unwrap(),
})

/** Providers whose ids, names and addresses users and Parley know. */
const wellKnown = [...providerPresets, ...localServers]
const reservedIds: ReadonlySet<string> = new Set(['demo', ...agentIds])

/** Providers of a file, and the ids that they have there instead. */
interface ArchivedProviders {
  providers: ArchivedProvider[]
  /** New ids by those in the file. */
  newIds: ReadonlyMap<string, string>
}

/**
 * The usable providers of a file, without keys. A well-known id belongs to the well-known address: a provider of the
 * file that leads elsewhere gets an id and a name with its host, because users enter keys for what they know.
 */
export function archivedProviders(given: readonly unknown[]): ArchivedProviders {
  const byId = new Map<string, ArchivedProvider>()
  const newIds = new Map<string, string>()
  for (const each of given.slice(0, maxProviders)) {
    const { data } = archivedProvider.safeParse(each)
    const address = data === undefined ? null : usableAddress(data.baseUrl)
    if (data === undefined || address === null || newIds.has(data.id)) continue
    const provider = ownProvider({ ...data, baseUrl: address })
    newIds.set(data.id, provider.id)
    if (!byId.has(provider.id)) byId.set(provider.id, provider)
  }
  return { providers: [...byId.values()], newIds }
}

/** The address as Settings would save it; null for one that Settings refuses. */
function usableAddress(given: string): string | null {
  const address = webAddress(given)
  const url = URL.parse(address ?? '')
  if (address === null || url === null || url.username !== '' || url.password !== '') return null
  return apiAddress(plainAddress(address))
}

function ownProvider(given: ArchivedProvider): ArchivedProvider {
  const host = hostOf(given.baseUrl)
  const known = wellKnown.find(({ id }) => id === given.id)
  if (known !== undefined && originOf(known.baseUrl) === originOf(given.baseUrl)) {
    const kind = 'kind' in known ? known.kind : given.kind
    return { id: known.id, kind, name: known.name, baseUrl: known.baseUrl }
  }
  const isAtKnown = wellKnown.some(({ baseUrl }) => originOf(baseUrl) === originOf(given.baseUrl))
  return {
    ...given,
    id: known !== undefined || reservedIds.has(given.id) ? idWithHost(given.id, host) : given.id,
    name: !isAtKnown && mayPassForKnown(given.name) ? nameWithHost(given.name, host) : given.name,
  }
}

function originOf(address: string): string | undefined {
  return URL.parse(address)?.origin
}

function idWithHost(id: string, host: string): string {
  const end = host
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(-(maxIdChars - 16))
  return `${id}-${end}`.slice(0, maxIdChars)
}

/** The beginning of a long host is left out: its end says whose it is. */
function nameWithHost(name: string, host: string): string {
  if (name.includes(host)) return name
  const shown = host.length > maxNameChars / 2 ? `…${host.slice(-maxNameChars / 2)}` : host
  return `${name.slice(0, maxNameChars - shown.length - 3)} (${shown})`.toWellFormed()
}

const knownNames = [...wellKnown.map(({ name }) => name), 'Gemini', 'Claude'].map(lettersOf)

/** True if a name contains a well-known one, or letters that look like those of another script. */
function mayPassForKnown(name: string): boolean {
  const letters = lettersOf(name)
  return (
    /[^\p{Script=Latin}\p{Script=Common}]/u.test(name) || knownNames.some((known) => letters.includes(known))
  )
}

/** Lower-case letters and digits without accents; digits that look like letters become those. */
function lettersOf(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('0', 'o')
    .replaceAll(/[1|ı]/g, 'i')
    .replaceAll('l', 'i')
    .replaceAll(/[^a-z0-9]/g, '')
}
