import type { Health } from '../../../shared/app/health'
import type { Platform } from '../../platform/platform'
import type { ProviderRegistry } from '../../providers/registry/provider-registry'
import type { ProviderSettings } from '../../settings/provider-settings'
import type { SettingsStore } from '../../settings/settings-store'
import type { RouteHandlers } from '../router'
import type { PromptStore } from '../../store/composer/prompt-store'
import { failure } from '../../../shared/failures/failure'
import type { SpendingReport } from '../../../shared/spending/spending'
import { dayAfter, startOfDay } from '../../spending/local-days'
import type { ReportQuery } from '../../spending/spending-report'

/** `health.get`, `app.*`, `providers.*` and `settings.*`. */
export function appHandlers(deps: {
  platform: Platform
  health: () => Promise<Health>
  registry: ProviderRegistry
  providers: ProviderSettings
  settings: SettingsStore
  openPage: (html: string, signal: AbortSignal) => Promise<boolean>
}) {
  const { platform, registry, providers, settings } = deps
  return {
    'health.get': () => deps.health(),
    'app.info': () => ({ name: 'Parley', version: platform.version, host: platform.host }),
    'app.restart': () => ({ restarting: platform.restart() }),
    'app.installUpdate': () => {
      const isReady = platform.notices?.list().some(({ kind }) => kind === 'update-ready') ?? false
      if (isReady) platform.installUpdate?.()
      return { installing: isReady }
    },
    'app.dismissHostNotice': ({ kind }) => {
      platform.notices?.dismiss(kind)
      return {}
    },
    'app.readClipboard': async () => ({ text: (await platform.readClipboard?.()) || null }),
    'app.openLink': async ({ url }) => ({ opened: await platform.openLink(url) }),
    'app.openPage': async ({ html }, { signal }) => ({ opened: await deps.openPage(html, signal) }),
    'providers.list': () => ({
      providers: registry.listProviders(),
      keysGuard: platform.secrets.guarantee,
    }),
    'providers.save': (input) => {
      const provider = providers.save(input)
      registry.invalidate()
      return { provider }
    },
    'providers.remove': ({ id }) => {
      const removed = providers.remove(id)
      registry.invalidate()
      return { removed }
    },
    'providers.test': ({ id }, { signal }) => registry.test(id, signal),
    'settings.get': () => ({ settings: settings.get() }),
    'settings.set': (patch) => {
      const changed = settings.set(patch)
      if (patch.discovery !== undefined) registry.invalidate()
      return { settings: changed }
    },
  } satisfies Partial<RouteHandlers>
}

/** `prompts.*`. */
export function promptHandlers(prompts: PromptStore) {
  return {
    'prompts.list': () => ({ prompts: prompts.list() }),
    'prompts.save': (prompt) => ({ prompt: prompts.save(prompt) }),
    'prompts.remove': ({ promptId }) => ({ removed: prompts.remove(promptId) }),
  } satisfies Partial<RouteHandlers>
}

/** `usage.report`. */
export function spendingHandlers(report: (query: ReportQuery) => Promise<SpendingReport>) {
  return {
    'usage.report': ({ from, to, by }) => {
      const start = typeof from === 'number' ? from : startOfDay(from)
      const end = typeof to === 'number' ? to : startOfDay(dayAfter(to))
      const isReversed = typeof from === 'string' && typeof to === 'string' ? to < from : end < start
      if (isReversed) throw failure('INVALID_INPUT', 'period-reversed', { field: 'to' })
      return report({ from: start, to: end, by })
    },
  } satisfies Partial<RouteHandlers>
}
