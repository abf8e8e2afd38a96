import { expect, test } from 'vitest'

import type { ImportSource } from '../../../../../shared/store/store'
import {
  bigAgiConversation,
  chatboxExport,
  cherryBackup,
  deepchatChat,
  janThread,
  librechatConversation,
  lmStudioConversation,
  openWebuiConversation,
} from '../testing/files-of-apps'
import { chatgptConversation, claudeConversation } from '../testing/files-of-others'
import { readGood } from '../testing/read-good'

/** A part of a kind that no version of Parley knows; each app calls its kind differently. */
const odd = {
  type: 'brand_new',
  pt: 'brand_new',
  content_type: 'brand_new',
  text: 'INJECTED',
  content: 'INJECTED',
  prompt: 'INJECTED',
  payload: { text: 'INJECTED' },
}
const text = { type: 'text', content_type: 'text', text: 'Hello' }

/** For each app, messages whose first has an unknown part beside its text. */
const files: Record<Exclude<ImportSource, 'parley'>, () => object> = {
  chatgpt: () => {
    const given = chatgptConversation('c', [{ id: 'm' }])
    given.mapping['m'] = {
      parent: null,
      message: {
        author: { role: 'user' },
        content: { content_type: 'multimodal_text', parts: ['Hello', odd] },
      },
    }
    return given
  },
  claude: () => {
    const given = claudeConversation('c', [{ id: 'm' }])
    Object.assign(given.chat_messages[0] ?? {}, { content: [text, odd] })
    return given
  },
  'open-webui': () => openWebuiConversation('c', [{ id: 'm', content: { content: [text, odd] } }]),
  librechat: () => librechatConversation('c', [{ id: 'm', content: { content: [text, odd] } }]),
  'cherry-studio': () => {
    const given = cherryBackup('t', [{ id: 'm', content: { blocks: ['block-m', 'odd', 'lost'] } }])
    Object.assign(given.indexedDB.message_blocks[0] ?? {}, { content: 'Hello' })
    given.indexedDB.message_blocks.push({ ...odd, id: 'odd', messageId: 'm', status: 'success' })
    return given
  },
  chatbox: () => chatboxExport('c', [{ id: 'm', content: { contentParts: [text, odd] } }]),
  'big-agi': () =>
    bigAgiConversation('c', [
      { id: 'm', content: { fragments: [{ part: { pt: 'text', text: 'Hello' } }, { part: odd }] } },
    ]),
  'lm-studio': () => {
    const given = lmStudioConversation(1, [])
    const versions = [{ type: 'singleStep', role: 'user', content: [text, odd] }]
    return { ...given, messages: [{ versions, currentlySelected: 0 }] }
  },
  jan: () => janThread('c', [{ id: 'm', content: { content: [text, odd] } }]),
  deepchat: () =>
    deepchatChat('c', [
      { id: 'm', content: { content: JSON.stringify([{ type: 'content', content: 'Hello' }, odd]) } },
    ]),
}

test.each(Object.entries(files))('leaves out an unknown part with a warning: %s', (_app, file) => {
  const { messages, remarks } = readGood(file())
  expect(messages.map(({ parts }) => parts)).toEqual([[{ type: 'text', text: 'Hello' }]])
  expect(remarks).toEqual(['unknownParts'])
})

test('leaves out prompts that Claude injects into a conversation, with a warning', () => {
  const given = claudeConversation('c', [{ id: 'q' }, { id: 'a' }])
  const injected = {
    type: 'injected_prompt_block',
    prompt: 'The date is …',
    injection_source: 'date',
    text: 'x',
  }
  Object.assign(given.chat_messages[0] ?? {}, { text: '', content: [text, injected] })
  Object.assign(given.chat_messages[1] ?? {}, { text: '', content: [injected] })
  const { messages, remarks } = readGood(given)
  expect(messages.map(({ parts }) => parts)).toEqual([[{ type: 'text', text: 'Hello' }]])
  expect(remarks).toEqual(['unknownParts'])
})

test('hides what ChatGPT knows about its user, because nobody said it', () => {
  const given = chatgptConversation('c', [{ id: 'm' }, { id: 'q' }])
  const content = {
    content_type: 'user_editable_context',
    user_profile: 'A baker',
    user_instructions: 'Be brief',
  }
  given.mapping['m'] = { parent: null, message: { author: { role: 'user' }, content } }
  expect(readGood(given).messages.map(({ hidden }) => hidden)).toEqual([true, undefined])
})
