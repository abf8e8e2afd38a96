import { expect, test } from 'vitest'

import { addressRefusal } from './address-refusal'

test('accepts only addresses that start with https:// or http://', () => {
  const refused = ['', 'api.example.com/v1', 'ftp://api.example.com', 'mailto:a@example.com', 'http://']
  for (const text of refused) {
    expect(addressRefusal(text), text).toMatchObject({ code: 'INVALID_INPUT', data: { reason: 'address' } })
  }
  expect(addressRefusal('https://api.example.com/v1')).toBeNull()
  expect(addressRefusal('HTTP://127.0.0.1:8080')).toBeNull()
})
