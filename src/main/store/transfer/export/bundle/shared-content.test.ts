import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import type { AttachmentPart, Message } from '../../../../../shared/sessions/messages'
import { needsLinks } from '../../../../base/testing/needs'
import { realTemporaryFolder } from '../../../../base/testing/temporary-folder'
import type { StoredChat } from '../contents/stored-chat'
import { anonymousChat, localPaths, sharedText } from './shared-content'

const image: AttachmentPart = {
  type: 'attachment',
  attachmentId: 'drawn',
  name: 'by-one.png',
  mediaType: 'image/png',
  sizeBytes: 1,
}

test('an anonymous chat has no images of tools, whose ids tell which provider a contestant has', () => {
  const answer: Message = {
    id: 'answer' as Message['id'],
    sessionId: 'session' as Message['sessionId'],
    parentId: null,
    role: 'assistant',
    parts: [{ ...image, attachmentId: 'returned', toolCallId: 'toolu_1' }, image],
    status: 'complete',
    createdAt: 1,
  }
  const messages = function* messages() {
    yield answer
  }
  const head = { model: 'demo/one', createdAt: 1 } as StoredChat['head']
  const [shown] = anonymousChat({ head, tree: messages, path: messages }, 'A', 'Failed.').tree()
  expect(shown?.parts).toEqual([{ ...image, name: 'image/png' }])
})

test('a folder is recognised by its other names: those that agents and tools use for it', (context) => {
  needsLinks(context)
  const root = realTemporaryFolder()
  const [real, link] = [join(root, 'client (2).x'), join(root, 'client')]
  mkdirSync(real)
  symlinkSync(real, link, 'junction')
  const folders = localPaths([link, String.raw`D:\work\client`, '/', ''])
  expect(sharedText(`${join(real, 'a.ts')} ${join(link, 'a.ts')}`, { folders }).replaceAll('\\', '/')).toBe(
    '[folder]/a.ts [folder]/a.ts',
  )
  const onWindows = [String.raw`d:\work\client\a`, 'D:/Work/client/a', String.raw`"D:\\work\\client\\a"`]
  expect(sharedText(onWindows.join(' '), { folders })).toBe(String.raw`[folder]\a [folder]/a "[folder]\\a"`)
})
