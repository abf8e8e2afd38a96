import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'

import { z } from 'zod'

import { modelPreference, type ModelPreference } from '../../shared/models/schema'
import { defaultSettings } from '../../shared/app/default-settings'
import { type AppSettings, appSettings } from '../../shared/app/schema'
import type { ParleyError } from '../../shared/errors'
import { bindableShortcuts } from '../../shared/app/shortcuts'
import type { ArchivedSettings } from '../../shared/store/store'
import {
  savedAgent,
  type SavedAgent,
  savedProvider,
  type SavedProvider,
  savedSearch,
  type SavedSearch,
  savedServer,
  type SavedServer,
  unlimitedFolder,
  type UnlimitedFolder,
} from '../model-setup/schema'
import type { Clock } from '../base/clock'
import type { Dispose } from '../base/dispose'
import { Emitter } from '../base/emitter'
import { JsonFile } from '../base/files/json-file'

/** The settings now, and before the change. */
interface SettingsChange {
  settings: AppSettings
  former: AppSettings
}

const defaults = new Map<string, unknown>(Object.entries(defaultSettings))

/**
 * Each setting alone: lists and shortcuts keep their valid entries. Anything else that is missing, because it has its
 * default, or unknown, as in a file of a newer Parley, gets its default.
 */
const storedSettings = z
  .object(
    Object.fromEntries(
      Object.entries<z.ZodType>(appSettings.shape).map(([name, field]) => [name, storedField(name, field)]),
    ),
  )
  .transform((settings) => settings as AppSettings)

function storedField(name: string, field: z.ZodType): z.ZodType {
  if (name === 'shortcuts') return z.unknown().optional().transform(bindableShortcuts)
  return field instanceof z.ZodArray
    ? knownOnes(z.unknown().pipe(field.element))
    : field.catch(defaults.get(name))
}

const lists = {
  providers: savedProvider,
  agents: savedAgent,
  unlimitedFolders: unlimitedFolder,
  models: modelPreference,
  servers: savedServer,
}

/** The choice until the user makes one. */
const defaultSearch: SavedSearch = { kind: 'own', baseUrl: null }

const settingsFile = z.object({
  settings: storedSettings.catch(defaultSettings),
  providers: knownOnes(lists.providers),
  agents: knownOnes(lists.agents),
  unlimitedFolders: knownOnes(lists.unlimitedFolders),
  models: knownOnes(lists.models),
  servers: knownOnes(lists.servers),
  search: savedSearch.catch(defaultSearch),
})
type SettingsFile = z.infer<typeof settingsFile>

function changedSettings(settings: AppSettings): Partial<AppSettings> {
  const changed = Object.entries(settings).filter(
    ([name, value]) => !isDeepStrictEqual(value, defaults.get(name)),
  )
  return Object.fromEntries(changed)
}

/** Writes only settings that the user changed, so that the others follow their defaults. */
function writtenFile({ settings, ...rest }: SettingsFile): object {
  return { settings: changedSettings(settings), ...rest }
}

/** Keeps the entries that this Parley understands: a newer one may know other kinds and agents. */
function knownOnes<Each>(schema: z.ZodType<Each>) {
  return z
    .array(schema.nullable().catch(null))
    .transform((each) => each.filter((one) => one !== null))
    .catch([])
}

/** The paths of the entries that `settingsFile` drops. */
function leftOut(file: unknown): string[] {
  return [
    ...(isLeftOut(z.object({ settings: z.object({}).optional() }), file) ? ['settings'] : []),
    ...(isLeftOut(z.object({ search: savedSearch.optional() }), file) ? ['search'] : []),
    ...resetSettings(file),
    ...Object.entries(lists).flatMap(([name, entry]) => {
      const entries = z.object({ [name]: z.array(z.unknown()).default([]) }).safeParse(file).data?.[name]
      if (entries === undefined) return [name]
      return entries.flatMap((each, index) => (isLeftOut(entry, each) ? [`${name}[${index}]`] : []))
    }),
  ]
}

/** The settings in the file that are reset to their defaults. */
function resetSettings(file: unknown): string[] {
  const given = z.object({ settings: z.record(z.string(), z.unknown()) }).safeParse(file).data?.settings ?? {}
  const taken = settingsFile.safeParse(file).data?.settings ?? defaultSettings
  return Object.entries(taken).flatMap(([name, value]) =>
    Object.hasOwn(given, name) && !isDeepStrictEqual(given[name], value) ? [`settings.${name}`] : [],
  )
}

function isLeftOut(schema: z.ZodType, value: unknown): boolean {
  return !schema.safeParse(value).success
}

/**
 * The user's settings, providers and agents, in `settings.json` of the data folder. Held in memory; a change is on disk
 * when its call returns.
 */
export class SettingsStore {
  readonly #file: JsonFile<SettingsFile>
  readonly #changed = new Emitter<SettingsChange>()
  #content: SettingsFile

  constructor(
    folder: string,
    deps: { clock: Clock; onProblem: (error: ParleyError) => void; isReadOnly?: boolean },
  ) {
    this.#file = new JsonFile(join(folder, 'settings.json'), {
      ...deps,
      schema: settingsFile,
      leftOut,
      written: writtenFile,
      empty: {
        settings: defaultSettings,
        providers: [],
        agents: [],
        unlimitedFolders: [],
        models: [],
        servers: [],
        search: defaultSearch,
      },
    })
    this.#content = this.#file.read()
  }

  get(): AppSettings {
    return structuredClone(this.#content.settings)
  }

  /**
   * The settings that the user changed, without secrets, servers, and what agents and models are allowed to do.
   */
  changed(): ArchivedSettings {
    const changed = changedSettings(this.#content.settings)
    const { defaultTools: _tools, fetchHosts: _hosts, ...settings } = changed
    return structuredClone({
      settings,
      providers: this.#content.providers,
      models: this.#content.models,
    })
  }

  /** Changes the settings in `patch` and keeps the rest. @throws STORE_FULL; nothing has changed then */
  set(patch: { [Name in keyof AppSettings]?: AppSettings[Name] | undefined }): AppSettings {
    const former = this.get()
    const given = Object.entries(patch).filter(([, value]) => value !== undefined)
    this.#replace({
      ...this.#content,
      settings: { ...this.#content.settings, ...Object.fromEntries(given) },
    })
    const settings = this.get()
    this.#changed.fire({ settings, former })
    return settings
  }

  /** Calls `listener` whenever a setting was set. */
  onChanged(listener: (change: SettingsChange) => void): Dispose {
    return this.#changed.on(listener)
  }

  /** Lists the providers in the order in which they were added. */
  providers(): SavedProvider[] {
    return structuredClone(this.#content.providers)
  }

  /** @throws STORE_FULL; nothing has changed then */
  setProviders(providers: SavedProvider[]): void {
    this.#replace({ ...this.#content, providers: structuredClone(providers) })
  }

  agents(): SavedAgent[] {
    return structuredClone(this.#content.agents)
  }

  /** @throws STORE_FULL; nothing has changed then */
  setAgents(agents: SavedAgent[]): void {
    this.#replace({ ...this.#content, agents: structuredClone(agents) })
  }

  /** Returns the user's settings for models. */
  models(): ModelPreference[] {
    return structuredClone(this.#content.models)
  }

  /** @throws STORE_FULL; nothing has changed then */
  setModels(models: ModelPreference[]): void {
    this.#replace({ ...this.#content, models: structuredClone(models) })
  }

  /** The MCP servers, in the order in which they were added. */
  servers(): SavedServer[] {
    return structuredClone(this.#content.servers)
  }

  /** @throws STORE_FULL; nothing has changed then */
  setServers(servers: SavedServer[]): void {
    this.#replace({ ...this.#content, servers: structuredClone(servers) })
  }

  /** Returns the settings for web search. */
  search(): SavedSearch {
    return { ...this.#content.search }
  }

  /** @throws STORE_FULL; nothing has changed then */
  setSearch(search: SavedSearch): void {
    this.#replace({ ...this.#content, search: { ...search } })
  }

  /** The folders in which an agent has the permission `unlimited`, newest first. */
  unlimitedFolders(): UnlimitedFolder[] {
    return structuredClone(this.#content.unlimitedFolders).toReversed()
  }

  /** True if the agent has the permission `unlimited` in that folder. */
  isUnlimited({ agentId, folder }: UnlimitedFolder): boolean {
    return this.#content.unlimitedFolders.some(
      (known) => known.agentId === agentId && known.folder === folder,
    )
  }

  /** @throws STORE_FULL; nothing has changed then */
  addUnlimitedFolder(added: UnlimitedFolder): void {
    this.#replace({ ...this.#content, unlimitedFolders: [...this.#content.unlimitedFolders, added] })
  }

  /** @throws STORE_FULL; nothing has changed then */
  removeUnlimitedFolder({ agentId, folder }: UnlimitedFolder): void {
    const unlimitedFolders = this.#content.unlimitedFolders.filter(
      (known) => known.agentId !== agentId || known.folder !== folder,
    )
    this.#replace({ ...this.#content, unlimitedFolders })
  }

  #replace(content: SettingsFile): void {
    this.#file.write(content)
    this.#content = content
  }
}
