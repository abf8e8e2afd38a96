import { homedir } from 'node:os'
import { basename, dirname, isAbsolute } from 'node:path'

import { textsOf } from '../../shared/locales/all/texts-of'
import { languageFor } from '../../shared/locales/language'
import type { NoticeId } from '../../shared/ids'
import type { AgentSupervisor } from '../agents/agent-process'
import { searchFolders, searchPathWith } from '../agents/registry/search-folders'
import { userEnvironment } from '../agents/registry/user-environment'
import type { Clock } from '../base/clock'
import { Emitter } from '../base/emitter'
import { findProgram } from '../base/files/executable-file'
import type { NewId } from '../base/new-id'
import { LoneJobs } from '../base/threads/lone-jobs'
import { type WorkerProgram, WorkerThread } from '../base/threads/worker-thread'
import type { HealthMonitor } from '../health/health-monitor'
import type { Platform } from '../platform/platform'
import type { SecretStore } from '../settings/secret-store'
import { ServerSettings } from '../settings/server-settings'
import type { SettingsStore } from '../settings/settings-store'
import { noticeAbout, type StoreNotices } from '../store/integrity/store-notices'
import { Bundles } from '../tools/servers/bundles/bundles'
import type { ResultJobs } from '../tools/servers/calls/result-jobs'
import { RememberedServers } from '../tools/servers/definitions/remembered-servers'
import { currentPlaces } from '../tools/servers/importing/found-configs'
import { Servers } from '../tools/servers/servers'

/** The shortest time between two notices to windows that servers have changed. */
const announceEveryMs = 200

/** More checks of results than this wait for each other. */
const maxThreads = 4
const checkLimits = { maxOldGenerationSizeMb: 256 }

export type ServerAccess = ReturnType<typeof openServerAccess>

/** The user's MCP servers. Disposing `resources` ends all of them. */
export function openServerAccess(
  deps: {
    platform: Platform
    environment: NodeJS.ProcessEnv
    clock: Clock
    newId: NewId
    health: HealthMonitor
    /** Receives notices of servers that were restarted; absent where nobody sees them. */
    notices?: StoreNotices
    settings: SettingsStore
    secrets: SecretStore
    start: AgentSupervisor['start']
    toolWorker: WorkerProgram
  },
  resources: AsyncDisposableStack,
) {
  const { platform, environment, clock, newId, health, notices, settings, secrets, start, toolWorker } = deps
  const folder = environment['HOME'] ?? homedir()
  const changed = new Emitter<void>()
  let isAnnounced = true
  const bundles = new Bundles(platform.dataFolder, {
    places: { platform: process.platform, home: folder },
    newId,
  })
  const serverSettings = new ServerSettings(settings, secrets)
  if (platform.isReader !== true) {
    void bundles.removeUnused((name) => serverSettings.list().some(({ bundle }) => bundle === name))
  }
  const results = new LoneJobs<ResultJobs>({
    open: () => new WorkerThread<ResultJobs>(toolWorker, { clock, resourceLimits: checkLimits }),
    starting: 'prepareChecks',
    maxThreads,
  })
  resources.defer(() => results.close())
  const servers = new Servers({
    results,
    settings: serverSettings,
    bundles,
    remembered: new RememberedServers(platform.dataFolder, {
      clock,
      onProblem: (error) => health.warning('servers', error),
      isReadOnly: platform.isReader ?? false,
    }),
    clock,
    newId,
    version: platform.version,
    isReader: platform.isReader ?? false,
    folder,
    namedHosts: () => settings.get().fetchHosts,
    async startProgram({ server, command, args, environment: given }) {
      const own = await userEnvironment(environment, clock)
      const program = await programOf(command, own)
      const searchPath = await searchPathWith(program === null ? homedir() : dirname(program), own)
      return start({
        command: {
          executable: program ?? command,
          args,
          environment: { PATH: searchPath, ...given },
        },
        folder,
        runId: `server-${server}`,
      })
    },
    confirm: (question, signal) => platform.confirm(question, signal),
    openLink(url, signal, tokenHost = null) {
      if (platform.confirmationPage === undefined) return platform.openLink(url, { signal, tokenHost })
      // Shown as the browser would write it, with host names in ASCII.
      const address = { label: 'address' as const, value: URL.parse(url)?.href ?? url }
      const completed = tokenHost === null ? [] : [{ label: 'token-host' as const, value: tokenHost }]
      return platform.confirm({ kind: 'open-page', lines: [address, ...completed] }, signal)
    },
    signInPage: () =>
      textsOf(languageFor(settings.get().language, [systemLanguage()]))('host.confirm.signedIn'),
    onChanged() {
      if (!isAnnounced) return
      isAnnounced = false
      clock.after(announceEveryMs, () => {
        isAnnounced = true
        changed.fire()
      })
    },
    onRestarted(server) {
      const event = { code: 'server-restarted', server } as const
      notices?.add(noticeAbout(event, { id: `server-restarted-${server}` as NoticeId, at: clock.now() }))
    },
  })
  resources.defer(() => servers.close())
  return {
    servers,
    /** Where other programs keep their lists of servers. */
    places: currentPlaces(environment),
    onChanged: (listener: () => void) => changed.on(listener),
    close: () => servers.close(),
  }
}

function systemLanguage(): string {
  return Intl.DateTimeFormat().resolvedOptions().locale
}

/** The full path of a program; null if it is not found, or named by a path already. */
async function programOf(command: string, environment: NodeJS.ProcessEnv): Promise<string | null> {
  // On Windows, a path may lack the ending of its file.
  if (isAbsolute(command)) return findProgram([basename(command)], [dirname(command)])
  return /[/\\]/.test(command) ? null : findProgram([command], searchFolders(environment))
}
