import { unusableProxyError } from '../../providers/http/network-error'
import { peerOf } from '../../providers/http/peer'
import { proxyFor } from '../../providers/http/proxy'

/** The part of electron-updater that decides which proxy its requests use. */
export interface ProxiedUpdater {
  readonly netSession: {
    setProxy(config: { mode: 'direct' | 'fixed_servers'; proxyRules?: string }): Promise<void>
  }
  /** A proxy or a server requires a sign-in. A request waits for `done`. */
  on(
    event: 'login',
    listener: (from: { isProxy: boolean }, done: (name: string, password: string) => void) => void,
  ): unknown
}

/** A name and a password that the proxy refuses are asked for again and again; the right ones only by a few requests. */
const mostSignIns = 10

/**
 * Makes updates from `source` use the proxy that the environment names, as all other requests do. If it names none,
 * Chromium follows the system's settings.
 * @throws PROVIDER_UNREACHABLE Parley cannot use that proxy
 */
export async function useNamedProxy(
  updater: ProxiedUpdater,
  source: URL,
  environment: NodeJS.ProcessEnv,
): Promise<void> {
  const named = proxyFor(source, environment)
  const proxy = typeof named === 'string' ? null : named.url
  let signIns = 0
  updater.on('login', ({ isProxy }, done) => {
    signIns += 1
    if (!isProxy || proxy === null || proxy.username === '' || signIns > mostSignIns) {
      // Without a name, Electron lets the request fail, which the types of the updater do not know.
      const fail = done as () => void
      fail()
    } else done(decodeURIComponent(proxy.username), decodeURIComponent(proxy.password))
  })
  if (named === 'direct') await updater.netSession.setProxy({ mode: 'direct' })
  if (typeof named === 'string') return
  if (proxy === null) throw unusableProxyError(peerOf('updates', source.href, null), named.variable)
  const proxyRules = `${proxy.protocol}//${proxy.host}`
  await updater.netSession.setProxy({ mode: 'fixed_servers', proxyRules })
}
