import { expect, test } from 'vitest'

import { proxyFor } from './proxy'

const proxy = { https_proxy: 'http://proxy.test:3128', http_proxy: 'http://plain.test:80' }

test.each([
  ['https://api.openai.com/v1', proxy, 'http://proxy.test:3128/'],
  ['http://api.test/v1', proxy, 'http://plain.test/'],
  ['https://a.test/', { HTTPS_PROXY: 'proxy.test:3128' }, 'http://proxy.test:3128/'],
  ['https://a.test/', { ALL_PROXY: 'http://all.test' }, 'http://all.test/'],
  // Never a direct connection in place of a proxy that Parley cannot use.
  ['https://a.test/', { ALL_PROXY: 'socks5h://all.test:1080' }, 'unusable: ALL_PROXY'],
  ['https://a.test/', { https_proxy: 'http://[bad' }, 'unusable: https_proxy'],
  ['https://a.test/', { ...proxy, all_proxy: 'socks5://all.test' }, 'http://proxy.test:3128/'],
  ['https://a.test/', { ALL_PROXY: 'socks5://all.test', NO_PROXY: 'a.test' }, null],
  ['http://localhost:11434/v1', { ALL_PROXY: 'socks5://all.test' }, null],
  ['https://a.test/', { https_proxy: '', HTTPS_PROXY: 'http://upper.test' }, 'http://upper.test/'],
  ['https://a.test/', {}, null],
  // On this computer, or in a private network.
  ['http://localhost:11434/v1', proxy, null],
  ['http://127.0.0.1:11434/v1', proxy, null],
  ['http://[::1]:11434/v1', proxy, null],
  ['http://192.168.1.5:11434/v1', proxy, null],
  ['http://gpu-box:8000/v1', proxy, null],
  // Exceptions.
  ['https://a.test/', { ...proxy, no_proxy: '*' }, null],
  ['https://a.corp.test/', { ...proxy, no_proxy: 'x.test, .corp.test' }, null],
  ['https://corp.test/', { ...proxy, NO_PROXY: '*.corp.test' }, null],
  ['https://notcorp.test/', { ...proxy, no_proxy: 'corp.test' }, 'http://proxy.test:3128/'],
  ['https://a.test:8443/', { ...proxy, no_proxy: 'a.test:8443' }, null],
  ['https://a.test/', { ...proxy, no_proxy: 'a.test:8443' }, 'http://proxy.test:3128/'],
  ['https://[2001:db8::1]/', { ...proxy, no_proxy: '2001:db8::1' }, null],
] as const)('%s with %j goes through %s', (url, environment, expected) => {
  const named = proxyFor(new URL(url), environment)
  expect(named === null ? null : (named.url?.href ?? `unusable: ${named.variable}`)).toBe(expected)
})
