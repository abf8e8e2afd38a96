import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'

import { later } from './later'

test('what was loaded before is drawn without waiting, and fetched once', async () => {
  let fetches = 0
  const part = later(async () => {
    fetches += 1
    return { name: 'the part' }
  })
  await Promise.all([part.load(), part.load()])
  function Shown() {
    return <p>{part.useModule().name}</p>
  }
  // It refuses whatever waits.
  expect(renderToString(<Shown />)).toBe('<p>the part</p>')
  expect(fetches).toBe(1)
})

test('what could not be fetched is asked for again by the next who needs it', async () => {
  let isThere = false
  const part = later(async () => {
    if (!isThere) throw new Error('offline')
    return 'the part'
  })
  await expect(part.load()).rejects.toThrow('offline')
  isThere = true
  expect(await part.load()).toBe('the part')
})
