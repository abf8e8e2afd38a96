import { expect, test } from 'vitest'

import { oddPicture } from '../../../../../e2e/fake-cli/script/oddities'
import { readToolResult } from './tool-result'

test.each([
  { type: 'image', data: oddPicture, mimeType: 'image/png' },
  { type: 'image', data: `data:image/png;base64,${oddPicture}` },
  { type: 'image', source: { type: 'base64', media_type: 'image/png', data: oddPicture } },
  { type: 'image_url', image_url: { url: `data:image/png;base64,${oddPicture}` } },
  { type: 'image_url', image_url: `data:image/png;base64,${oddPicture}` },
  { type: 'resource', resource: { uri: 'file:///a.png', blob: oddPicture } },
])('the picture in %j is a file, not a text', (block) => {
  const { result } = readToolResult({ content: [block] })
  expect(result.files?.map(({ mediaType }) => mediaType)).toEqual(['image/png'])
  expect(result.text).not.toContain(oddPicture)
})

test('a picture at an address stays text, because a result opens no connection', () => {
  const { result } = readToolResult([{ type: 'image_url', image_url: { url: 'https://a.test/a.png' } }])
  expect(result.files).toBeUndefined()
  expect(result.text).toContain('https://a.test/a.png')
})
