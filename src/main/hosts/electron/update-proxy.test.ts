import { expect, test } from 'vitest'

import { type ProxiedUpdater, useNamedProxy } from './update-proxy'

const source = new URL('https://updates.example/parley')

function fakeUpdater() {
  const configs: unknown[] = []
  let signIn: Parameters<ProxiedUpdater['on']>[1] | null = null
  const updater: ProxiedUpdater = {
    netSession: {
      setProxy(config) {
        configs.push(config)
        return Promise.resolve()
      },
    },
    on: (_event, listener) => {
      signIn = listener
    },
  }
  const answer = (isProxy: boolean) => {
    const answers: unknown[] = []
    signIn?.({ isProxy }, (...given) => answers.push(given))
    return answers
  }
  return { updater, configs, answer }
}

test.each([
  [{ HTTPS_PROXY: 'http://me:50%25@proxy.test:8080' }, 'http://proxy.test:8080'],
  [{ all_proxy: 'socks5h://127.0.0.1:1080' }, 'socks5://127.0.0.1:1080'],
  [{ HTTPS_PROXY: 'https://proxy.test' }, 'https://proxy.test'],
])('updates use the proxy of %j', async (environment, proxyRules) => {
  const { updater, configs } = fakeUpdater()
  await useNamedProxy(updater, source, environment)
  expect(configs).toEqual([{ mode: 'fixed_servers', proxyRules }])
})

test('updates follow the system unless the environment names a proxy or an exception', async () => {
  const { updater, configs } = fakeUpdater()
  await useNamedProxy(updater, source, { HTTP_PROXY: 'http://plain.test' })
  expect(configs).toEqual([])
  await useNamedProxy(updater, source, { NO_PROXY: 'example' })
  expect(configs).toEqual([{ mode: 'direct' }])
})

test('updates are not fetched without a proxy that Parley cannot use', async () => {
  const { updater, configs } = fakeUpdater()
  await expect(useNamedProxy(updater, source, { ALL_PROXY: 'ftp://proxy.test' })).rejects.toMatchObject({
    data: { reason: 'proxy-unusable', proxy: 'ALL_PROXY' },
  })
  expect(configs).toEqual([])
})

test('only a proxy gets the password, and a proxy that refuses it ends the request', async () => {
  const { updater, answer } = fakeUpdater()
  await useNamedProxy(updater, source, { HTTPS_PROXY: 'http://me:50%25@proxy.test:8080' })
  expect([answer(false), answer(true)]).toEqual([[[]], [['me', '50%']]])
  expect(Array.from({ length: 9 }, () => answer(true)).at(-1)).toEqual([[]])
  // Without a listener that answers, such a request would wait forever.
  const { updater: other, answer: answerOther } = fakeUpdater()
  await useNamedProxy(other, source, {})
  expect(answerOther(true)).toEqual([[]])
})
