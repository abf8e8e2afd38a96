import * as fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'

import type { SessionId } from '../../../shared/ids'
import { openSearchedStore, type SearchedStore } from '../testing/searched-store'
import { anyText } from '../testing/any-text'

const dayMs = 86_400_000

/** The middle of the month. */
const at = (year: number, month: number) => new Date(year, month - 1, 15).getTime()

let store: SearchedStore
let chat: SessionId

beforeEach(() => {
  store = openSearchedStore()
  chat = store.store.createSession({ title: 'Untold' }).id
})

describe('matches', () => {
  test.each([
    ['a word in any case', 'The Quick fox', 'quick', 'The [Quick] fox'],
    ['the beginning of a word', 'The Quick fox', 'qui', 'The [Quick] fox'],
    ['a word with an accent that was not typed', 'un café noir', 'cafe', 'un [café] noir'],
    ['a word without an accent that was typed', 'un cafe noir', 'café', 'un [cafe] noir'],
    ['an accent as a combining character', 'un cafe\u0301 noir', 'café', 'un [café] noir'],
    ['sharp s as ss', 'die Straße hier', 'strasse', 'die [Straße] hier'],
    ['ss as sharp s', 'die STRASSE hier', 'straße', 'die [STRASSE] hier'],
    ['a Turkish capital', 'bugün İstanbul güzel', 'istanbul', 'bugün [İstanbul] güzel'],
    ['a final sigma', 'ὁ ΛΌΓΟΣ ἦν', 'λογος', 'ὁ [ΛΌΓΟΣ] ἦν'],
    ['Hebrew without points', 'אמר שָׁלוֹם לו', 'שלום', 'אמר [שָׁלוֹם] לו'],
    ['Hindi with vowel signs', 'यह हिन्दी है', 'हिन्दी', 'यह [हिन्दी] है'],
    ['one Chinese character', '我们去图书馆吧', '书', '我们去图[书]馆吧'],
    ['several Chinese characters', '我们去图书馆吧', '图书馆', '我们去[图书馆]吧'],
    ['Japanese across scripts', '東京タワーへ行く', 'タワーへ', '東京[タワーへ]行く'],
    ['a Korean word without its ending', '도서관에서 만나요', '도서관', '[도서관]에서 만나요'],
    ['Thai in the middle of a line', 'ฉันรักภาษาไทย', 'ภาษา', 'ฉันรัก[ภาษา]ไทย'],
    ['letters outside the Basic Multilingual Plane', 'so 𝒳yz it is', 'xyz', 'so [𝒳yz] it is'],
    ['full-width letters', 'so ＡＢＣ it is', 'abc', 'so [ＡＢＣ] it is'],
    ['letters with strokes as plain ones', 'in Đà Nẵng now', 'da nang', 'in [Đà] [Nẵng] now'],
    ['letters of two as two', 'une Œuvre ici', 'oeuvre', 'une [Œuvre] ici'],
    ['Arabic that is lengthened', 'هذا كـتـاب جديد', 'كتاب', 'هذا [كـتـاب] جديد'],
    ['half-width kana', 'この ｶﾞｲﾄﾞ です', 'ガイド', 'この [ガイド] です'],
    ['symbols of East Asian width', '用 C＃ 写', 'C#', '用 [C＃] 写'],
    ['a name in camel case', 'call useSessionStore() now', 'useSessionStore', 'call [useSessionStore]() now'],
    [
      'a camel-case name in lower case',
      'call useSessionStore() now',
      'usesessionstore',
      'call [useSessionStore]() now',
    ],
    [
      'the beginning of a name in lower case',
      'call useSessionStore() now',
      'usesession',
      'call [useSession]Store() now',
    ],
    [
      'the beginning of a name up to the middle of a word',
      'call useSessionStore() now',
      'usesess',
      'call [useSession]Store() now',
    ],
    ['the end of a name', 'call useSessionStore() now', 'SessionStore', 'call use[SessionStore]() now'],
    [
      'the end of a name in lower case',
      'call useSessionStore() now',
      'sessionstore',
      'call use[SessionStore]() now',
    ],
    [
      'a camel-case name typed with an underscore',
      'call useSessionStore() now',
      'session_store',
      'call use[SessionStore]() now',
    ],
    ['a name with underscores', 'the session_store row', 'SessionStore', 'the [session_store] row'],
    ['a name that starts with capitals', 'an HTMLParser here', 'parser', 'an HTML[Parser] here'],
    [
      'part of a name in the middle of a query',
      'an useSessionStore hook',
      'useSession hook',
      'an [useSession]Store [hook]',
    ],
    ['a language with a sharp', 'in C# or C, he said', 'c#', 'in [C#] or C, he said'],
    ['an arrow', 'x -> y, x - > y', '->', 'x [->] y, x - > y'],
    ['an arrow within longer symbols', 'f()->g', '->', 'f()[->]g'],
    ['three signs', 'a === b', '===', 'a [===] b'],
    ['an emoji', 'a 🦄 here', '🦄', 'a [🦄] here'],
    ['an emoji of several', 'the 👩‍👩‍👧 family', '👩‍👩‍👧', 'the [👩‍👩‍👧] family'],
    ['an emoji with a skin tone', 'ok 👍🏽 then', '👍🏽', 'ok [👍🏽] then'],
    ['an emoji without its variation selector', 'I ❤️ it', '❤', 'I [❤️] it'],
    ['a flag', 'from 🇩🇪 to', '🇩🇪', 'from [🇩🇪] to'],
    ['a hidden file', 'edit /app/.env now', '.env', 'edit /app/[.env] now'],
    ['a hidden file by its beginning', 'edit .environment now', '.env', 'edit [.environment] now'],
    ['a name between underscores', 'see _x_ there, x', '_x_', 'see [_x_] there, x'],
    ['an option', 'git push --force now', '--force', 'git push [--force] now'],
    ['a tag in a sentence', 'so (#later).', '#later', 'so ([#later]).'],
    ['a word with the punctuation of its sentence', 'Hello world', 'Hello, (world)!', '[Hello] [world]'],
    ['words with a dash between them', 'Paris to Berlin', 'Paris – Berlin', '[Paris] to [Berlin]'],
    ['a word and an emoji', 'pony 🦄', '🦄 pony', '[pony] [🦄]'],
    ['one Chinese character', '图书馆', '书', '图[书]馆'],
    ['a single sign', 'a § b', '§', 'a [§] b'],
    ['a name with a short beginning', 'an HTMLParser here', 'HTMLPa', 'an [HTMLParser] here'],
    ['a call', 'then foo.bar() runs', 'foo.bar()', 'then [foo.bar]() runs'],
    ['a language with symbols', 'in C++ only', 'C++', 'in [C++] only'],
    ['a path', 'see src/main/app.ts there', 'main/app.ts', 'see src/[main/app.ts] there'],
    ['a number', 'about 1234.56 in all', '1234.56', 'about [1234.56] in all'],
    ['a hash by its beginning', 'at commit 9f86d081884c7d65', '9f86d08', 'at commit [9f86d081884c7d65]'],
    ['words in any order', 'red green blue', 'blue red', '[red] green [blue]'],
    ['a phrase', 'red green blue', '"red green"', '[red green] blue'],
    ['a text with NUL and a lone surrogate', 'one\0two\ud800three', 'two three', 'one [two]\ufffd[three]'],
  ])('finds %s', (_name, said, query, expected) => {
    store.say(chat, said)
    expect(store.found(query)).toEqual([expected])
  })

  test.each([
    ['the middle of a word', 'considerable', 'sider'],
    ['a phrase in another order', 'green red', '"red green"'],
    ['only one of two words', 'red green', 'red blue'],
    ['another kana', 'がく', 'かく'],
    ['a letter without its symbol', 'in C only', 'C#'],
    ['symbols apart', 'a - > b', '->'],
    ['another emoji', 'a 🦄 here', '🐎'],
    ['a word without its dot', 'the env here', '.env'],
    ['a word without an emoji', 'pony', '🦄 pony'],
  ])('does not find %s', (_name, said, query) => {
    store.say(chat, said)
    expect(store.found(query)).toEqual([])
  })

  test('finds short prefixes, even when not among the newest messages', () => {
    const oldest = store.say(chat, 'quixotic zebra')
    for (let count = 0; count < 200; count += 1) store.say(chat, `filler ${count}`)
    expect(store.search('z').hits.map(({ messageId }) => messageId)).toEqual([oldest])
    expect(store.search('quixotic z').hits.map(({ messageId }) => messageId)).toEqual([oldest])
    expect(store.search('zebra.q').hits).toEqual([])
  })

  test('finds reasoning and what tools got and returned, but no provider data', () => {
    store.say(chat, [
      { type: 'reasoning', text: 'pondering', providerData: { hidden: { signature: 'hidden' } } },
      {
        type: 'tool-call',
        toolCallId: 'a',
        toolName: 'read_file',
        input: { path: 'src/plan.ts', lines: [7] },
        state: 'done',
      },
      { type: 'tool-result', toolCallId: 'a', output: [{ type: 'text', text: 'returned\nvalue' }] },
      { type: 'tool-result', toolCallId: 'b', output: `${'很长的'.repeat(1_000)}图书馆` },
      { type: 'tool-result', toolCallId: 'c', output: `{"a":"${'x,'.repeat(2_000)}","f":"p->end"}` },
      { type: 'text', text: 'answer' },
    ])
    expect(store.search('pondering').hits).toEqual([expect.objectContaining({ field: 'reasoning' })])
    expect(store.found('hidden')).toEqual([])
    for (const query of ['read_file', 'plan.ts', 'returned value', '图书馆', 'p->end']) {
      expect([query, store.search(query).hits.map(({ field }) => field)]).toEqual([query, ['details']])
    }
    expect(store.search('answer').hits.map(({ field }) => field)).toEqual(['text'])
  })

  test('finds nothing deleted, hidden or still being imported, but all of a branch that is not shown', () => {
    const deleted = store.store.createSession({ title: 'needle gone' }).id
    store.say(deleted, 'needle deleted')
    store.store.deleteSession(deleted)
    const importing = store.store.createSession({ title: 'needle coming' }).id
    store.say(importing, 'needle importing')
    store.database.command("UPDATE sessions SET state = 'importing' WHERE id = ?").run(importing)
    store.say(chat, 'needle hidden', { hidden: true })
    store.say(chat, 'needle elsewhere', { parentId: null })
    store.store.setLeaf(chat, null)
    expect(store.found('needle')).toEqual(['[needle] elsewhere'])
  })
})

describe('ranking', () => {
  test('lists titles before messages, and archived ones after the others', () => {
    const archived = store.store.createSession({ title: 'needle in the attic' }).id
    store.say(archived, 'needle needle needle')
    store.store.updateSession(archived, { archived: true })
    store.store.createSession({ title: 'A needle' })
    store.say(chat, 'one needle in a haystack')
    expect(store.found('needle')).toEqual([
      'A [needle]',
      '[needle] in the attic',
      'one [needle] in a haystack',
      '[needle] [needle] [needle]',
    ])
  })

  test('ranks more occurrences, text and whole words above fewer, reasoning and longer words', () => {
    store.say(chat, [
      { type: 'reasoning', text: 'a cat' },
      { type: 'text', text: 'an answer' },
    ])
    store.say(chat, 'concatenated category')
    store.say(chat, 'one cat')
    store.say(chat, 'cat, cat and cat')
    expect(store.found('cat')).toEqual([
      '[cat], [cat] and [cat]',
      'one [cat]',
      'concatenated [category]',
      'a [cat]',
    ])
  })

  test('ranks words together as typed above scattered ones', () => {
    store.say(chat, 'the store of a session')
    store.say(chat, 'a session store')
    store.say(chat, 'in store: a session')
    expect(store.found('session store')[0]).toBe('a [session] [store]')
  })

  test('ranks the newer of two equal matches first', () => {
    store.say(chat, 'needle old', { createdAt: store.clock.now() - 400 * dayMs })
    store.say(chat, 'needle new')
    expect(store.found('needle')).toEqual(['[needle] new', '[needle] old'])
  })

  test('lists the versions of an answer once, as the one that the chat shows, with how many match', () => {
    const question = store.say(chat, 'What is it?', { role: 'user' })
    store.say(chat, 'a pelican pelican pelican')
    store.say(chat, 'some pelican', { parentId: question })
    store.say(chat, 'no bird', { parentId: question })
    const shown = store.say(chat, 'one pelican of many birds', { parentId: question })
    store.store.setLeaf(chat, shown)
    expect(store.search('pelican').hits).toMatchObject([{ messageId: shown, versionCount: 3 }])
    store.say(chat, 'still no bird', { parentId: question })
    expect(store.found('pelican')).toEqual(['a [pelican] [pelican] [pelican]'])
    // Other answers of the chat have hits of their own.
    store.say(chat, 'pelican again')
    expect(store.search('pelican').hits).toHaveLength(2)
    expect(store.search('pelican', { sessionId: chat }).hits).toHaveLength(4)
  })

  test('leaves room for messages beside many titles, and reports that there is more', () => {
    for (let count = 0; count < 10; count += 1) store.store.createSession({ title: `needle ${count}` })
    store.say(chat, 'a needle')
    const { hits, hasMore } = store.search('needle', { limit: 6 })
    expect(hits.map(({ field }) => field)).toEqual(['title', 'title', 'title', 'title', 'title', 'text'])
    expect(hasMore).toBe(true)
  })

  test('does not report more when there are exactly as many hits as requested', () => {
    for (let count = 0; count < 3; count += 1) store.say(chat, `needle ${count}`)
    expect(store.search('needle', { limit: 3 })).toMatchObject({ hits: { length: 3 }, hasMore: false })
    expect(store.search('needle', { limit: 2 })).toMatchObject({ hits: { length: 2 }, hasMore: true })
  })
})

describe('filters', () => {
  beforeEach(() => {
    store.say(chat, 'needle asked', { role: 'user', createdAt: at(2024, 3) })
    store.say(chat, 'needle answered', { model: 'openai/GPT-5', createdAt: at(2024, 3) })
    const notes = store.store.createSession({ title: 'My Notes' }).id
    store.say(notes, 'needle noted', { model: 'demo/writer', createdAt: at(2025, 6) })
  })

  test.each([
    ['needle role:user', ['[needle] asked']],
    ['needle model:gpt', ['[needle] answered']],
    ['needle model:gpt model:demo', ['[needle] noted', '[needle] answered']],
    ['needle title:note', ['[needle] noted']],
    ['needle after:2025', ['[needle] noted']],
    ['needle before:2024-04 role:assistant', ['[needle] answered']],
    ['role:user', ['needle asked']],
    ['title:notes', ['My [Notes]']],
    ['needle role:tool', []],
    ['needle title:nowhere', []],
  ])('%s', (query, expected) => {
    expect(store.search(query).problems).toEqual([])
    expect(new Set(store.found(query))).toEqual(new Set(expected))
  })

  test('finds an old message that was imported recently by its date', () => {
    for (let count = 0; count < 20; count += 1) store.say(chat, 'needle today')
    store.say(chat, 'needle imported', { createdAt: new Date(2020, 1, 1).getTime() })
    expect(store.found('needle before:2021')).toEqual(['[needle] imported'])
  })
})

describe('in one session', () => {
  test('lists hits in path order, followed by those off the path', () => {
    const other = store.store.createSession({ title: 'needle' }).id
    store.say(other, 'needle elsewhere')
    const first = store.say(chat, 'needle first')
    const aside = store.say(chat, 'needle aside')
    const second = store.say(chat, 'needle second', { parentId: first })
    const third = store.say(chat, 'needle third')
    const { hits, hasMore } = store.search('needle', { sessionId: chat, limit: 500 })
    expect(hits.map(({ messageId }) => messageId)).toEqual([first, second, third, aside])
    expect(hasMore).toBe(false)
    expect(store.search('n', { sessionId: chat, limit: 2 })).toMatchObject({
      hits: [{ messageId: first }, { messageId: second }],
      hasMore: true,
    })
  })
})

describe('comparisons', () => {
  test('finds a pane under the title of its comparison', () => {
    const pane = store.store.createSession({ kind: 'pane', model: 'demo/writer' }).id
    store.database
      .command(
        "INSERT INTO comparisons (id, title, title_source, created_at, updated_at) VALUES ('c', 'Two writers', 'user', 1, 1)",
      )
      .run()
    store.database
      .command("INSERT INTO panes (id, comparison_id, session_id, position) VALUES ('p', 'c', ?, 0)")
      .run(pane)
    store.say(pane, 'a needle')
    expect(store.search('needle').hits).toMatchObject([{ comparisonId: 'c', sessionTitle: 'Two writers' }])
    expect(store.search('writers').hits).toMatchObject([
      { comparisonId: 'c', sessionId: pane, messageId: null, field: 'title' },
    ])
    store.database.command('UPDATE comparisons SET archived = 1').run()
    store.say(chat, 'another needle')
    expect(store.found('needle')).toEqual(['another [needle]', 'a [needle]'])
  })
})

test('finds names of several words and symbols in titles', () => {
  store.store.updateSession(chat, { title: 'useSessionStore in C# and 0xFF' })
  for (const query of ['sessionstore', 'C#', '0xff']) {
    expect([query, store.search(query).hits.map(({ field }) => field)]).toEqual([query, ['title']])
  }
})

describe('any query', () => {
  const operators = [
    'AND',
    'OR',
    'NOT',
    'NEAR(',
    'NEAR/2',
    '"',
    '*',
    '^',
    '-',
    '+',
    ':',
    '(',
    ')',
    '{',
    '}',
    ',',
    'text:',
    'names :',
    "'",
    '\0',
    '\ud800',
    '🙂',
    'a',
    '文',
    'é',
    'useFoo',
    'model:',
    'before:',
    'title:"',
    '\u{1e900}',
    '\n',
    ' ',
  ]

  test.each([
    ['any characters', anyText(60)],
    [
      'any UTF-16',
      fc
        .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 60 })
        .map((units) => String.fromCharCode(...units)),
    ],
    ['operators', fc.array(fc.constantFrom(...operators), { maxLength: 30 }).map((parts) => parts.join(''))],
    [
      'operators with spaces',
      fc.array(fc.constantFrom(...operators), { maxLength: 30 }).map((parts) => parts.join(' ')),
    ],
  ])('searches for %s without an error', (_name, queries) => {
    store.say(chat, 'a text with 文 and é and useFoo')
    fc.assert(
      fc.property(queries, fc.boolean(), (query, isInSession) => {
        store.search(query, isInSession ? { sessionId: chat } : {})
      }),
      { numRuns: 300 },
    )
  })

  test('finds a message by any of its words, however it is written', () => {
    fc.assert(
      fc.property(fc.array(anyText(8), { minLength: 1, maxLength: 6 }), (words) => {
        const id = store.say(chat, words.join(' '))
        for (const word of words) {
          if (!/[\p{L}\p{N}]/u.test(word)) continue
          const { hits } = store.search(`"${word.replaceAll(/["“”„]/g, ' ')}"`, {
            sessionId: chat,
            limit: 500,
          })
          expect(hits.map(({ messageId }) => messageId)).toContain(id)
        }
      }),
      { numRuns: 60 },
    )
  })

  test('2,000 symbols, letters or quotes are an ordinary search', () => {
    for (const unit of ['"', '(', 'a ', 'A', '* ', '文', 'a"', '\ud800']) {
      expect(() => store.search(unit.repeat(2_000 / unit.length))).not.toThrow()
    }
  })
})
