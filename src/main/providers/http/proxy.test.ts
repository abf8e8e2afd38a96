import { expect, test } from 'vitest'

import { proxyFor } from './proxy'

const proxy = { https_proxy: 'http://proxy.test:3128', http_proxy: 'http://plain.test:80' }

test.each([
  ['https://api.openai.com/v1', proxy, 'http://proxy.test:3128/'],
  ['http://api.test/v1', proxy, 'http://plain.test/'],
  ['https://a.test/', { HTTPS_PROXY: 'proxy.test:3128' }, 'http://proxy.test:3128/'],
  ['https://a.test/', { ALL_PROXY: 'http://all.test' }, 'http://all.test/'],
  ['https://a.test/', { ALL_PROXY: 'socks5h://all.test:1080' }, 'socks5://all.test:1080'],
  ['http://a.test/', { all_proxy: 'socks://me:word@[::1]' }, 'socks5://me:word@[::1]'],
  ['https://a.test/', { HTTPS_PROXY: ' https://proxy.test ' }, 'https://proxy.test/'],
  ['https://a.test/', { HTTPS_PROXY: 'me:50%@proxy.test:8080' }, 'http://me:50%25@proxy.test:8080/'],
  // Never a direct connection in place of a proxy that Parley cannot use.
  ['https://a.test/', { ALL_PROXY: 'socks4://all.test:1080' }, 'unusable: ALL_PROXY'],
  ['https://a.test/', { HTTPS_PROXY: 'ftp://proxy.test' }, 'unusable: HTTPS_PROXY'],
  ['https://a.test/', { https_proxy: 'http://[bad' }, 'unusable: https_proxy'],
  ['https://a.test/', { ...proxy, all_proxy: 'socks5://all.test' }, 'http://proxy.test:3128/'],
  ['https://a.test/', { ALL_PROXY: 'socks5://all.test', NO_PROXY: 'a.test' }, 'direct'],
  ['http://localhost:11434/v1', { ALL_PROXY: 'socks5://all.test' }, 'direct'],
  ['https://a.test/', { https_proxy: '', HTTPS_PROXY: 'http://upper.test' }, 'http://upper.test/'],
  ['https://a.test/', {}, 'system'],
  ['https://a.test/', { http_proxy: 'http://plain.test' }, 'system'],
  ['https://a.test/', { HTTPS_PROXY: ' ', NO_PROXY: 'b.test' }, 'system'],
  ['https://a.test/', { NO_PROXY: 'a.test' }, 'direct'],
  // On this computer, or in a private network, for which only a system has rules.
  ['http://localhost:11434/v1', {}, 'direct'],
  ['http://a.localhost./', {}, 'direct'],
  ['http://0.0.0.0:11434/', {}, 'direct'],
  ['http://[::ffff:127.0.0.1]:11434/', proxy, 'direct'],
  ['http://192.168.1.5:11434/v1', {}, 'system'],
  ['http://nas.local.:11434/', proxy, 'direct'],
  ['http://localhost:11434/v1', proxy, 'direct'],
  ['http://127.0.0.1:11434/v1', proxy, 'direct'],
  ['http://[::1]:11434/v1', proxy, 'direct'],
  ['http://192.168.1.5:11434/v1', proxy, 'direct'],
  ['http://gpu-box:8000/v1', proxy, 'direct'],
  // Exceptions.
  ['https://a.test/', { ...proxy, no_proxy: '*' }, 'direct'],
  ['https://a.corp.test/', { ...proxy, no_proxy: 'x.test, .corp.test' }, 'direct'],
  ['https://corp.test/', { ...proxy, NO_PROXY: '*.corp.test' }, 'direct'],
  ['https://notcorp.test/', { ...proxy, no_proxy: 'corp.test' }, 'http://proxy.test:3128/'],
  ['https://a.test:8443/', { ...proxy, no_proxy: 'a.test:8443' }, 'direct'],
  ['https://a.test/', { ...proxy, no_proxy: 'a.test:8443' }, 'http://proxy.test:3128/'],
  ['https://a.test/', { ...proxy, no_proxy: 'a.test:443' }, 'direct'],
  ['https://A.Test./', { ...proxy, no_proxy: 'A.TEST.' }, 'direct'],
  ['https://a.test/', { ...proxy, no_proxy: '', NO_PROXY: 'b.test a.test' }, 'direct'],
  ['https://a.b.corp.test/', { ...proxy, no_proxy: '*.corp.test' }, 'direct'],
  ['https://api.east.corp.test/', { ...proxy, no_proxy: 'api.*.test' }, 'direct'],
  ['https://8.8.4.4/', { ...proxy, no_proxy: '8.8.0.0/16' }, 'direct'],
  ['https://8.9.4.4/', { ...proxy, no_proxy: '8.8.0.0/16' }, 'http://proxy.test:3128/'],
  ['https://8.8.4.4/', { ...proxy, no_proxy: '8.8.0.0/99, 4, .4' }, 'http://proxy.test:3128/'],
  ['https://8.8.4.4/', { ...proxy, no_proxy: '8.8.*' }, 'direct'],
  ['https://[2001:db8::1]/', { ...proxy, no_proxy: '[2001:db8::]/32' }, 'direct'],
  ['https://[2001:db8::1]:8443/', { ...proxy, no_proxy: '[2001:db8::1]:8443' }, 'direct'],
  ['https://[2001:db8::1]/', { ...proxy, no_proxy: '[2001:db8::1]:8443' }, 'http://proxy.test:3128/'],
  ['https://[2001:db9::1]/', { ...proxy, no_proxy: '2001:db8::/32,8.8.8.0/24' }, 'http://proxy.test:3128/'],
  ['https://[2001:db8::1]/', { ...proxy, no_proxy: '2001:db8::1' }, 'direct'],
] as const)('%s with %j goes through %s', (url, environment, expected) => {
  const named = proxyFor(new URL(url), environment)
  const way = typeof named === 'string' ? named : (named.url?.href ?? `unusable: ${named.variable}`)
  expect(way).toBe(expected)
})
