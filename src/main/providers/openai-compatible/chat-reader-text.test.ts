import { describe, expect, it } from 'vitest'

import { textsOf, withoutDeltas } from '../testing/run-probe'
import { data, delta, read, hello, message, stop, done, whole } from '../testing/read-chat'

const image = (url: string) => ({ type: 'image_url', image_url: { url } })

describe('text', () => {
  it('is taken from messages in place of deltas, in pieces or complete so far', async () => {
    expect(textsOf((await read(message('ha'), message('ha'), message('!'), stop)).events).text).toBe('haha!')
    expect(textsOf((await read(message('one'), message('one two', 'stop'))).events).text).toBe('one two')
    expect(textsOf((await read(hello, message('Hello', 'stop'))).events).text).toBe('Hello')
    expect(textsOf((await read(message('All at once', 'stop'))).events).text).toBe('All at once')
  })

  it('includes the last piece from messages, even if it repeats an earlier one', async () => {
    const pieces = ['Hello', ' world.', ' Bye'].map((text) => message(text))
    expect(textsOf((await read(...pieces, message('.', 'stop'))).events).text).toBe('Hello world. Bye.')
  })

  it.each([
    ['framed twice', `data: ${hello}`],
    ['in a list', `data: [${hello.slice(6).trim()}]\n\n`],
    ['without a list of choices', data({ choices: { delta: { content: 'Hello' } } })],
    ['with numbered choices', data({ choices: { 0: { delta: { content: 'Hello' } } } })],
  ])('is taken from an event %s', async (_name, event) => {
    expect(textsOf((await read(event, done)).events).text).toBe('Hello')
  })

  it.each([
    ['a later field', { reasoning_content: '', reasoning: 'why' }],
    ['an object', { reasoning: { content: 'why' } }],
    ['a list', { reasoning: [{ type: 'text', text: 'wh' }, 'y'] }],
  ])('has reasoning from %s', async (_name, content) => {
    expect(textsOf((await read(delta(content), hello, stop)).events).reasoning).toBe('why')
  })

  it.each([
    ['an object', { text: 'Hello' }],
    ['a list of strings', ['Hel', 'lo']],
    [
      'a list of parts of other types',
      [{ type: 'output_text', text: 'Hello' }, { type: 'constructor' }, null],
    ],
  ])('is taken from content that is %s', async (_name, content) => {
    expect(textsOf((await read(delta({ content }), stop)).events).text).toBe('Hello')
  })

  it('is taken from the field that older servers use', async () => {
    expect(textsOf((await read(data({ choices: [{ text: 'Old' }] }), stop)).events).text).toBe('Old')
  })

  it('has reasoning that is only in the details', async () => {
    const details = [
      { type: 'reasoning.text', text: 'Why' },
      { type: 'reasoning.summary', summary: ' not' },
      { type: 'x' },
    ]
    const { events } = await read(delta({ reasoning_details: details }), hello, stop)
    expect(textsOf(events)).toEqual({ reasoning: 'Why not', text: 'Hello' })
    const both = await read(delta({ reasoning: 'Why', reasoning_details: details }), stop)
    expect(textsOf(both.events).reasoning).toBe('Why')
  })

  it('has pictures, and a link to a picture at another address', async () => {
    const { events } = await read(
      delta({ content: '', images: [image('data:image/png;base64,AQID')] }),
      delta({ content: [image('https://pictures.example/a b.png')] }),
      stop,
    )
    expect(events[0]).toEqual({ type: 'file', mediaType: 'image/png', bytes: Buffer.from([1, 2, 3]) })
    expect(textsOf(events).text).toContain('(<https://pictures.example/a%20b.png>)')
  })

  const png = { type: 'file', mediaType: 'image/png', bytes: Buffer.from([1, 2, 3]) }
  it.each([
    ['a string in the list of images', { images: ['data:image/png;base64,AQID'] }],
    ['inline data', { content: [{ type: 'image', inline_data: { mime_type: 'image/png', data: 'AQID' } }] }],
    ['base64 in a separate field', { content: [{ type: 'output_image', image_base64: 'AQID' }] }],
    ['a source', { content: [{ type: 'image', source: { media_type: 'image/png', data: 'AQID' } }] }],
  ])('has a picture that is %s', async (_name, content) => {
    expect((await read(delta(content), stop)).events[0]).toEqual(png)
  })

  it('has a picture once if the last message repeats it, and one that only the last message has', async () => {
    const images = ['data:image/png;base64,AQID']
    const last = data({ choices: [{ message: { content: 'Hello', images }, finish_reason: 'stop' }] })
    for (const before of [delta({ content: 'Hello', images }), hello]) {
      const { events } = await read(before, last)
      expect(events.filter(({ type }) => type === 'file')).toEqual([png])
    }
  })

  it('has a picture whose data is not base64', async () => {
    const { events } = await read(delta({ content: [image('data:image/svg+xml,%3Csvg%3E')] }), stop)
    expect(events[0]).toMatchObject({ mediaType: 'image/svg+xml', bytes: Buffer.from('<svg>') })
  })

  it('names a file that could not be kept', async () => {
    const large = `data:image/png;base64,${'A'.repeat(34 * 1024 * 1024 + 4)}`
    for (const url of ['gs://bucket/picture.png', large]) {
      const { events } = await read(delta({ content: [image(url)] }), stop)
      expect(textsOf(events).text).toMatch(/A file in this answer \(png.*\) could not be saved/)
    }
  })

  it('has speech as one file, with its transcript', async () => {
    const { events } = await read(
      delta({ audio: { data: Buffer.from('RIFF1').toString('base64') } }),
      delta({ audio: { transcript: 'Hello' } }),
      delta({ audio: { data: Buffer.from('234').toString('base64') } }),
      stop,
    )
    expect(textsOf(events).text).toBe('Hello')
    expect(withoutDeltas(events)).toEqual([
      { type: 'file', mediaType: 'audio/wav', bytes: Buffer.from('RIFF1234') },
      whole,
    ])
  })

  it('numbers its sources as the text does', async () => {
    const urls = ['https://a.example/', 'ftp://b.example/', 'https://a.example/', 'https://c.example/']
    const { events } = await read(
      delta({ annotations: [{ url: 'https://d.example/' }] }),
      data({ citations: urls, choices: [{ delta: { content: 'See [4]' } }] }),
      stop,
    )
    const sources = events.filter((event) => event.type === 'sources').at(-1)?.sources ?? []
    expect(sources.map(({ url }) => url)).toEqual([
      'https://a.example/',
      'https://unknown.invalid/',
      'https://a.example/',
      'https://c.example/',
      'https://d.example/',
    ])
  })

  it('has a source that is part of the content', async () => {
    const part = { type: 'tool_reference', url: 'https://a.example/', title: 'A' }
    const { events } = await read(delta({ content: [{ type: 'text', text: 'x' }, part] }), stop)
    expect(events).toContainEqual({ type: 'sources', sources: [{ url: 'https://a.example/', title: 'A' }] })
  })

  it('has its sources in order, without duplicates, with their titles', async () => {
    const cited = { citations: ['https://a.example/', 'https://b.example/', 'javascript:alert(1)'] }
    const { events } = await read(
      data({ ...cited, choices: [{ delta: { content: 'So [1][2]' } }] }),
      data({ ...cited, search_results: [{ title: 'B', url: 'https://b.example/' }], choices: [] }),
      delta({
        annotations: [{ type: 'url_citation', url_citation: { url: 'https://c.example/', title: 'C' } }],
      }),
      stop,
    )
    expect(events.filter(({ type }) => type === 'sources').at(-1)).toEqual({
      type: 'sources',
      sources: [
        { url: 'https://a.example/' },
        { url: 'https://b.example/', title: 'B' },
        { url: 'https://c.example/', title: 'C' },
      ],
    })
  })

  it('has results of tools that the provider ran', async () => {
    const tool = {
      type: 'search',
      arguments: '{"query":"x"}',
      output: 'Found',
      search_results: { results: [] },
    }
    const { events } = await read(delta({ executed_tools: [tool] }), stop)
    expect(withoutDeltas(events)).toMatchObject([
      { type: 'tool-call', toolName: 'search', isRunByProvider: true },
      { type: 'tool-result', output: 'Found' },
      whole,
    ])
  })

  it('becomes reasoning before a lone closing tag', async () => {
    const { events } = await read(delta({ content: 'Hm.\n' }), delta({ content: '</think>\n\nSo.' }), stop)
    expect(events.map(({ type }) => type)).toEqual([
      'text-delta',
      'text-was-reasoning',
      'text-delta',
      'finish',
    ])
  })
})

const think = (content: string, more: Record<string, unknown>) => delta({ content, ...more })

describe('reasoning that a server sends twice', () => {
  it.each([
    [
      'in a field and between tags',
      [
        think('<think>', { reasoning_content: 'Why ' }),
        think('Why ', { reasoning_content: 'not?' }),
        think('not?', {}),
        think('</think>', {}),
        think('So.', {}),
      ],
    ],
    [
      'in a field and, at the end, between tags',
      [delta({ reasoning: 'Why not?' }), think('<think>\nWhy not?\n</think>\n\nSo.', {})],
    ],
    [
      'in a field and before a lone closing tag',
      [
        think('Why ', { reasoning_content: 'Why ' }),
        think('not?', { reasoning_content: 'not?' }),
        think('\n</think>\n\nSo.', {}),
      ],
    ],
    [
      'in two fields',
      [
        delta({ reasoning: 'Why not?' }),
        delta({ reasoning_details: [{ type: 'reasoning.text', text: 'Why not?' }] }),
        delta({ content: 'So.' }),
      ],
    ],
    [
      'between tags and then in a field',
      [think('<think>Why not?</think>So.', {}), delta({ reasoning_content: 'Why not?' })],
    ],
  ])('is shown once: %s', async (_name, events) => {
    expect(textsOf((await read(...events, stop)).events)).toEqual({ text: 'So.', reasoning: 'Why not?' })
  })

  it('is an answer if no tag says otherwise', async () => {
    for (const content of ['Why not?', 'Why not? So.', 'Why?']) {
      const { events } = await read(
        delta({ reasoning: 'Why not?' }),
        ...Array.from(content, (char) => think(char, {})),
        stop,
      )
      expect(textsOf(events)).toEqual({ text: content, reasoning: 'Why not?' })
    }
  })

  it('is shown in both if it differs', async () => {
    const { events } = await read(
      delta({ reasoning: 'Why?' }),
      delta({ content: '<think>Why not?</think>So.' }),
      stop,
    )
    expect(textsOf(events)).toEqual({ text: 'So.', reasoning: 'Why?Why not?' })
  })
})
