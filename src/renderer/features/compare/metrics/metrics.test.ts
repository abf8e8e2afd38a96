import { describe, expect, test } from 'vitest'

import type { MessageId, SessionId } from '../../../../shared/ids'
import type { Message } from '../../../../shared/sessions/messages'
import { metricsOf, summedMetrics } from './answer-metrics'
import { bestOf, allMetrics, metricText, sharesOfMax, type MetricId, type PaneColumn } from './metrics-table'
import { metricsCsv, metricsMarkdown } from './metrics-dialog'

const answer = (fields: Partial<Message> = {}): Message => ({
  id: 'm' as MessageId,
  sessionId: 's' as SessionId,
  parentId: null,
  role: 'assistant',
  parts: [{ type: 'text', text: 'Two words.' }],
  status: 'complete',
  stopReason: 'end',
  createdAt: 0,
  ...fields,
})
const timed = (ttftMs: number, durationMs: number, outputTokens: number, costUsd?: number): Message =>
  answer({
    metrics: { ttftMs, durationMs, tokensPerSecond: outputTokens / ((durationMs - ttftMs) / 1_000) },
    usage: { inputTokens: 10, outputTokens, ...(costUsd === undefined ? {} : { costUsd }) },
  })
const pane = (message: Message | undefined, fields: Partial<PaneColumn> = {}): PaneColumn => ({
  key: 'a',
  letter: 'A',
  color: 'var(--pane-a)',
  name: 'small',
  model: 'fake/small',
  variant: '',
  metrics: metricsOf(message),
  ...fields,
})
const kind = (id: MetricId) => {
  const found = allMetrics.find((candidate) => candidate.id === id)
  if (found === undefined) throw new Error(`no metric ${id}`)
  return found
}

describe('metrics of answers', () => {
  test('have no speed for a few tokens or a very short time', () => {
    const rates = [timed(100, 1_100, 100), timed(100, 1_100, 19), timed(100, 599, 100)].map(
      (message) => metricsOf(message).tokensPerSecond,
    )
    expect(rates).toEqual([100, null, null])
  })

  test('are unknown for a continued answer of which only the beginning was counted', () => {
    const earlier = { inputTokens: 10, outputTokens: 100, reasoningTokens: 5, costUsd: 0.5 }
    const { costUsd: _unknown, ...counts } = earlier
    expect(metricsOf(answer({ usage: { ...counts, earlier } }))).toMatchObject({
      inputTokens: null,
      outputTokens: null,
      reasoningTokens: null,
      costUsd: null,
    })
  })

  test('take the speed of a continued answer from its last run only', () => {
    const total = timed(100, 1_100, 500)
    const usage = { outputTokens: 500, earlier: { outputTokens: 400 } }
    expect(summedMetrics([{ ...total, usage }]).tokensPerSecond).toBe(100)
    const few = { outputTokens: 500, earlier: { outputTokens: 490 } }
    expect(metricsOf({ ...total, usage: few }).tokensPerSecond).toBeNull()
  })

  test('treat values that the provider did not report as unknown, not zero', () => {
    expect(metricsOf(answer())).toEqual({
      ttftMs: null,
      firstTextMs: null,
      tokensPerSecond: null,
      durationMs: null,
      inputTokens: null,
      outputTokens: null,
      estimatedTokens: 3,
      reasoningTokens: null,
      costUsd: null,
      leastCostUsd: null,
      toolCalls: null,
      toolMs: null,
      chars: 10,
      words: 2,
      ended: 'Finished',
      isComplete: true,
    })
    expect(metricsOf(undefined)).toMatchObject({ chars: null, ended: 'Not asked', isComplete: false })
  })

  test('count words in scripts without spaces', () => {
    const [spaced, unspaced] = ['one  two\n\nthree — four!', '私は学生です'].map(
      (text) => metricsOf(answer({ parts: [{ type: 'text', text }] })).words,
    )
    expect(spaced).toBe(4)
    expect(unspaced).toBeGreaterThan(2)
  })

  test('name every way to end', () => {
    const ends = [
      answer({ status: 'partial', stopReason: 'user' }),
      answer({ stopReason: 'length' }),
      answer({ status: 'failed', stopReason: 'error' }),
      answer({ status: 'streaming' }),
    ].map((message) => metricsOf(message).ended)
    expect(ends).toEqual(['Stopped', 'Stopped at the length limit', 'Failed', 'Streaming'])
  })

  test('combine several answers with sums, mean times and overall speed', () => {
    expect(summedMetrics([timed(100, 1_100, 100, 0.01), timed(300, 3_300, 500, 0.02)])).toMatchObject({
      ttftMs: 200,
      tokensPerSecond: 150,
      durationMs: 4_400,
      inputTokens: 20,
      outputTokens: 600,
      costUsd: 0.03,
      chars: 20,
      words: 4,
      ended: '2 answers',
    })
  })

  test('leave out what the user wrote', () => {
    const { stopReason: _end, ...own } = answer({ parts: [{ type: 'text', text: 'Mine.', isEdited: true }] })
    expect(metricsOf(own)).toMatchObject({ words: null, chars: null, isComplete: false, ended: 'Edited' })
    expect(summedMetrics([timed(1, 2, 3, 0.01), own])).toMatchObject({ costUsd: 0.01, ended: '2 answers' })
    expect(summedMetrics([own]).ended).toBe('Edited')
    // Once a model has continued it, there are measurements of the continuation.
    expect(metricsOf({ ...timed(100, 1_100, 100, 0.01), parts: own.parts })).toMatchObject({
      costUsd: 0.01,
      tokensPerSecond: 100,
    })
  })

  test('have no total cost if the price of one answer is unknown', () => {
    expect(summedMetrics([timed(1, 2, 3, 0.01), timed(1, 2, 3)]).costUsd).toBeNull()
  })
})

describe('the best pane', () => {
  const panes = [timed(300, 2_300, 200, 0.02), timed(100, 1_100, 50, 0.01), undefined].map((message) =>
    pane(message),
  )

  test('has the lowest time and cost and the highest speed; more tokens or words are not better', () => {
    const best = Object.fromEntries(allMetrics.map((each) => [each.id, [...bestOf(each, panes)]]))
    expect(best).toEqual({
      ttftMs: [1],
      firstTextMs: [1],
      tokensPerSecond: [0],
      durationMs: [1],
      inputTokens: [],
      outputTokens: [],
      reasoningTokens: [],
      costUsd: [1],
      toolCalls: [],
      toolMs: [],
      chars: [],
      words: [],
    })
  })

  test('is none if only one has a value or all are equal, and several if they share it', () => {
    expect(bestOf(kind('ttftMs'), panes.slice(1)).size).toBe(0)
    const same = [timed(100, 1_000, 50), timed(100, 2_000, 50), timed(200, 3_000, 50)].map((one) => pane(one))
    expect([...bestOf(kind('ttftMs'), same)]).toEqual([0, 1])
    expect(bestOf(kind('ttftMs'), same.slice(0, 2)).size).toBe(0)
  })

  test('can have a stopped answer for time to first token, but not for duration', () => {
    const stopped = pane({ ...timed(50, 200, 20), status: 'partial', stopReason: 'user' })
    expect([...bestOf(kind('durationMs'), [stopped, ...panes])]).toEqual([2])
    expect([...bestOf(kind('ttftMs'), [stopped, ...panes])]).toEqual([0])
  })

  test('a table says the same as the pane: estimates where the provider counted nothing, and the first word after thoughts', () => {
    const metrics = { ttftMs: 200, durationMs: 2_200, tokensPerSecond: 50 }
    const parts = [{ type: 'text' as const, text: 'x'.repeat(400) }]
    const uncounted = answer({ parts, metrics })
    const thought = answer({
      parts: [{ type: 'reasoning', text: 'Hm' }, ...parts],
      metrics: { ...metrics, firstTextMs: 700 },
    })
    const texts = [uncounted, thought].map((message) =>
      (['outputTokens', 'tokensPerSecond', 'ttftMs', 'firstTextMs'] as const).map((id) =>
        metricText(kind(id), metricsOf(message)),
      ),
    )
    expect(texts).toEqual([
      ['~100', '~50', '0.20 s', '0.20 s'],
      ['~101', '~50', '0.20 s', '0.70 s'],
    ])
    expect(summedMetrics([uncounted, timed(1, 2, 30)])).toMatchObject({
      outputTokens: null,
      estimatedTokens: 130,
    })
    expect(metricsOf(answer({ parts: [{ type: 'reasoning', text: 'Hm' }], metrics })).firstTextMs).toBeNull()
  })

  test('bars are fractions of the largest value', () => {
    expect(sharesOfMax(kind('costUsd'), panes)).toEqual([1, 0.5, null])
  })
})

describe('the exported table', () => {
  const panes = [
    pane(timed(612, 2_612, 200, 0.00512), { letter: 'A', name: 'small | fast', variant: 'temp 0.2' }),
    pane(undefined, { letter: 'B', name: 'large', model: 'fake/large' }),
  ]

  test('is Markdown with one row per pane, and names cannot break a cell', () => {
    expect(metricsMarkdown(panes)).toBe(
      [
        '| Pane | Model | Time to first token | Time to first word | Tokens per second | Total time | Input tokens | Output tokens | of which reasoning | Cost | Tool calls | Time in tools | Characters | Words | Status |',
        '| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |',
        '| A | small \\| fast, temp 0.2 | 0.61 s | 0.61 s | 100 | 2.61 s | 10 | 200 | – | $0.0051 | – | – | 10 | 2 | Finished |',
        '| B | large | – | – | – | – | – | – | – | – | – | – | – | – | Not asked |',
        '',
      ].join('\n'),
    )
  })

  test('is CSV with plain numbers and empty cells', () => {
    expect(metricsCsv(panes)).toBe(
      [
        'Pane,Model,Settings,Time to first token (ms),Time to first word (ms),Tokens per second,Total time (ms),Input tokens,Output tokens,Reasoning tokens,Cost (USD),Tool calls,Time in tools (ms),Characters,Words,Status',
        'A,fake/small,temp 0.2,612,612,100,2612,10,200,,0.00512,,,10,2,Finished',
        'B,fake/large,,,,,,,,,,,,,,Not asked',
        '',
      ].join('\r\n'),
    )
  })

  test('contains no spreadsheet formula, whatever a model or prompt is named', () => {
    const names = [
      '=HYPERLINK("http://x")',
      '+1',
      '-1',
      '@SUM(A1)',
      '\t=1',
      ' =1',
      'a;=1',
      'a,b',
      'say "hi"',
      'a\nb',
    ]
    const cells = names.map(
      (model) =>
        metricsCsv([pane(undefined, { model })])
          .split('\r\n')[1]
          ?.slice(2)
          .split(',,')[0],
    )
    expect(cells).toEqual([
      `"'=HYPERLINK(""http://x"")"`,
      `"'+1"`,
      `"'-1"`,
      `"'@SUM(A1)"`,
      `"\t'=1"`,
      `" '=1"`,
      `"a;'=1"`,
      '"a,b"',
      '"say ""hi"""',
      '"a\nb"',
    ])
  })
})
