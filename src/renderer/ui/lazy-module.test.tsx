import { renderToPipeableStream, renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'

import { lazyModule } from './lazy-module'

test('renders a loaded module without suspending, and fetches it once', async () => {
  let fetches = 0
  const part = lazyModule(async () => {
    fetches += 1
    return { name: 'the part' }
  })
  await Promise.all([part.load(), part.load()])
  function Shown() {
    return <p>{part.useModule().name}</p>
  }
  // renderToString fails on anything that suspends.
  expect(renderToString(<Shown />)).toBe('<p>the part</p>')
  expect(fetches).toBe(1)
})

test('fetches a module again after a failure, when asked to load it', async () => {
  let isThere = false
  const part = lazyModule(async () => {
    if (!isThere) throw new Error('offline')
    return 'the part'
  })
  await expect(part.load()).rejects.toThrow('offline')
  isThere = true
  expect(await part.load()).toBe('the part')
})

test('a component whose module cannot be fetched fails instead of suspending forever', async () => {
  let fetches = 0
  const part = lazyModule<string>(async () => {
    fetches += 1
    throw new Error('offline')
  })
  const { promise: failed, resolve: fail } = Promise.withResolvers<unknown>()
  renderToPipeableStream(<Shown />, { onError: fail })
  function Shown() {
    return part.useModule()
  }
  expect(await failed).toMatchObject({ message: 'offline' })
  expect(fetches).toBe(1)
})
