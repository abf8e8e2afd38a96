import { renderToPipeableStream, renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'

import { lazyComponent } from './lazy-component'

function Part({ name }: { name: string }) {
  return <p>{name}</p>
}

function Waiting({ name }: { name: string }) {
  return <i>{name}</i>
}

test('renders a loaded component without suspending, and fetches it once', async () => {
  let fetches = 0
  const Lazy = lazyComponent(async () => {
    fetches += 1
    return { Part }
  }, 'Part')
  await Promise.all([Lazy.load(), Lazy.load()])
  expect(renderToString(<Lazy name="the part" />)).toContain('<p>the part</p>')
  expect(fetches).toBe(1)
})

test('renders the fallback until the component is loaded', () => {
  const Lazy = lazyComponent(async () => ({ Part }), 'Part', Waiting)
  expect(renderToString(<Lazy name="the part" />)).toContain('<i>the part</i>')
})

test('fetches a component again after a failure, when asked to load it', async () => {
  let isThere = false
  const Lazy = lazyComponent(async () => {
    if (!isThere) throw new Error('offline')
    return { Part }
  }, 'Part')
  await expect(Lazy.load()).rejects.toThrow('offline')
  isThere = true
  expect(await Lazy.load()).toEqual({ Part })
})

test('a component that cannot be fetched fails instead of suspending forever', async () => {
  let fetches = 0
  const Lazy = lazyComponent(async (): Promise<{ Part: typeof Part }> => {
    fetches += 1
    throw new Error('offline')
  }, 'Part')
  const { promise: failed, resolve: fail } = Promise.withResolvers<unknown>()
  renderToPipeableStream(<Lazy name="the part" />, { onError: fail })
  expect(await failed).toMatchObject({ message: 'offline' })
  expect(fetches).toBe(1)
})
