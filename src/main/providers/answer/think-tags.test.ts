import { describe, expect, it } from 'vitest'

import { ThinkTagParser } from './think-tags'

/** The sorted pieces, with neighbours of the same type joined. */
function sort(...pieces: string[]): string[] {
  const sorter = new ThinkTagParser()
  const result: string[] = []
  let last = ''
  for (const piece of [...pieces.flatMap((part) => sorter.push(part)), ...sorter.flush()]) {
    const { type } = piece
    const text = 'text' in piece ? piece.text : ''
    if (type === last) result.push(`${result.pop() ?? ''}${text}`)
    else result.push(`${type}: ${text}`)
    last = type
  }
  return result
}

it('holds back only a little white space, so that an answer of white space keeps its size', () => {
  const sorter = new ThinkTagParser()
  const pieces = Array.from({ length: 100 }, () => sorter.push(' '.repeat(10))).flat()
  expect(pieces.reduce((sum, piece) => sum + ('text' in piece ? piece.text.length : 0), 0)).toBe(1_000)
})

describe('think tags', () => {
  const answers: [name: string, text: string, expected: string[]][] = [
    ['an answer that begins with a pair', '<think>why</think>\n\nso', ['reasoning: why', 'text: so']],
    ['white space before the pair', '\n <think>\nwhy</think>so', ['reasoning: why', 'text: so']],
    ['an empty pair', '<think>\n\n</think>\n\nso', ['text: so']],
    ['a missing closing tag', '<think>why and w', ['reasoning: why and w']],
    ['an incomplete closing tag', '<think>why</thi', ['reasoning: why</thi']],
    ['a pair in mid-answer', 'Use <think>x</think>.', ['text: Use <think>x</think>.']],
    [
      'a second pair attached to a word',
      '<think>a</think>b<think>c</think>d',
      ['reasoning: a', 'text: b', 'reasoning: c', 'text: d'],
    ],
    [
      'more pairs, on lines and after sentences',
      '<think>a</think>One.\n<think>b</think>\nTwo. <think>c</think>Three',
      ['reasoning: a', 'text: One.\n', 'reasoning: b', 'text: Two. ', 'reasoning: c', 'text: Three'],
    ],
    [
      'a second pair directly after the first',
      '<think>a</think>\n<think>b</think>so',
      ['reasoning: ab', 'text: so'],
    ],
    [
      'tags that are mentioned after reasoning',
      '<think>a</think>Use <think> and `<think>`, or:\n```\n<think>x</think>\n```\n',
      ['reasoning: a', 'text: Use <think> and `<think>`, or:\n```\n<think>x</think>\n```\n'],
    ],
    ['reasoning elements', '<reasoning>why</think></reasoning>so', ['reasoning: why</think>', 'text: so']],
    ['letters that become longer in lower case', '<think>İİ</think>İ so', ['reasoning: İİ', 'text: İ so']],
    [
      'names with a suffix',
      '<think_never_used_51bce>why</think_never_used_51bce>so',
      ['reasoning: why', 'text: so'],
    ],
    ['names with a prefix', '<mm:think>why</mm:think>so', ['reasoning: why', 'text: so']],
    [
      'Gemma’s channels',
      '<|channel>thought\nwhy\n<channel|>so <channel|>',
      ['reasoning: why\n', 'text: so <channel|>'],
    ],
    ['an empty channel of Gemma', '<|channel>thought\n<channel|>so', ['text: so']],
    ['triangles', '◁think▷why◁/think▷so', ['reasoning: why', 'text: so']],
    ['a lone closing triangle', 'why.◁/think▷so', ['text: why.', 'was-reasoning: ', 'text: so']],
    [
      'Cohere’s marks around reasoning and answer',
      '<|START_THINKING|>why<|END_THINKING|><|START_RESPONSE|>so it is<|END_RESPONSE|>',
      ['reasoning: why', 'text: so it is'],
    ],
    ['Cohere’s marks around the answer', '<|START_RESPONSE|>so<|END_RESPONSE|>', ['text: so']],
    [
      'marks of thought and solution',
      '<|begin_of_thought|>why<|end_of_thought|>\n\n<|begin_of_solution|>so<|end_of_solution|>',
      ['reasoning: why', 'text: so'],
    ],
    ['Solar’s token', '<|think|>why<|end|>so', ['reasoning: why', 'text: so']],
    ['tokens with a slash', '<|thinking|>why<|/thinking|>so', ['reasoning: why', 'text: so']],
    ['Apertus’ tokens', '<|inner_prefix|>why<|inner_suffix|>so', ['reasoning: why', 'text: so']],
    ['MedGemma’s tokens', '<unused94>thought\nwhy<unused95>so', ['reasoning: why', 'text: so']],
    [
      'reasoning that Open WebUI passes on',
      '<details type="reasoning" done="true" duration="3">why</details>so',
      ['reasoning: why', 'text: so'],
    ],
    [
      'other details',
      '<details><summary>a</summary>b</details>',
      ['text: <details><summary>a</summary>b</details>'],
    ],
    [
      'channels whose marks were removed',
      'analysisWe need to greet. "assistant" is me.assistantfinalHello, you!',
      ['reasoning: We need to greet. "assistant" is me.', 'text: Hello, you!'],
    ],
    [
      'channels without marks, in Chinese',
      'analysis用户想要assistantfinal好',
      ['reasoning: 用户想要', 'text: 好'],
    ],
    [
      'an answer that begins with the word analysis',
      'analysis of it: assistantfinal',
      ['text: analysis of it: assistantfinal'],
    ],
    ['an answer that begins with an identifier', 'analysisResult = 3', ['text: analysisResult = 3']],
    ['an answer that begins with HTML', '<table><tr></table>', ['text: <table><tr></table>']],
    [
      'less-than signs in the reasoning',
      '<think>1 < 2 </b></think>so',
      ['reasoning: 1 < 2 </b>', 'text: so'],
    ],
    ['another tag', '<thinker>x', ['text: <thinker>x']],
    ['other spellings', '<thinking>why</thinking>so', ['reasoning: why', 'text: so']],
    ['a lone closing tag', 'why?\n</think>\n\nso', ['text: why?\n', 'was-reasoning: ', 'text: so']],
    ['a lone closing tag after a sentence', 'Why.</think>So', ['text: Why.', 'was-reasoning: ', 'text: So']],
    ['a closing tag in inline code', 'Write `</think>` there.', ['text: Write `</think>` there.']],
    ['a closing tag in a code fence', '```\nx\n</think>\n```', ['text: ```\nx\n</think>\n```']],
    [
      'a lone closing tag after a word',
      'It is 4</think>The answer',
      ['text: It is 4', 'was-reasoning: ', 'text: The answer'],
    ],
    [
      'a lone closing tag before a space and a line',
      'why</think> \nso',
      ['text: why', 'was-reasoning: ', 'text: so'],
    ],
    ['a lone closing tag before CRLF', 'why</think>\r\nso', ['text: why', 'was-reasoning: ', 'text: so']],
    ['a closing tag within a sentence', 'The </think> tag', ['text: The </think> tag']],
    ['a closing tag in quotes', 'It says "</think>" there', ['text: It says "</think>" there']],
    ['a closing tag in a tilde fence', '~~~\nx\n</think>\n~~~', ['text: ~~~\nx\n</think>\n~~~']],
    ['a closing tag in indented code', 'Use:\n\n    </think>\n\nEnd', ['text: Use:\n\n    </think>\n\nEnd']],
    ['brackets', '[THINK]why[/THINK]so', ['reasoning: why', 'text: so']],
    ['capitals', '<THINK>why</THINK>so', ['reasoning: why', 'text: so']],
    ['attributes', '<think time="3">why</think>so', ['reasoning: why', 'text: so']],
    ['a prefix', '<seed:think>why</seed:think>so', ['reasoning: why', 'text: so']],
    ['a closing tag in another spelling', '<think>why</thinking>so', ['reasoning: why', 'text: so']],
    ['an incomplete closing tag in brackets', 'x [/TH', ['text: x [/TH']],
    [
      'harmony channels whose answer mentions markers',
      '<|channel|>final<|message|>Use <|user|>, <|start|> and <|end|> here. More.<|return|>',
      ['text: Use <|user|>, <|start|> and <|end|> here. More.'],
    ],
    [
      'harmony channels whose answer has no header',
      '<|channel|>analysis<|message|>why<|end|>so',
      ['reasoning: why', 'text: so'],
    ],
    [
      'harmony channels with a constraint',
      '<|channel|>final <|constrain|>JSON<|message|>{"a":1}',
      ['text: {"a":1}'],
    ],
    [
      'harmony channels without an end between them',
      '<|channel|>analysis<|message|>why<|channel|>final<|message|>so',
      ['reasoning: why', 'text: so'],
    ],
    [
      'channels',
      '<|channel|>analysis<|message|>why<|end|><|start|>assistant<|channel|>final<|message|>so <|1<|return|>',
      ['reasoning: why', 'text: so <|1'],
    ],
    ['an answer that is only part of an opening tag', '<thi', ['text: <thi']],
    ['white space only', ' \n', ['text:  \n']],
    ['nothing', '', []],
  ]
  for (const [name, text, expected] of answers) {
    it(`sorts ${name}, however it is split`, () => {
      expect(sort(text)).toEqual(expected)
      expect(sort(...text.split(''))).toEqual(expected)
      for (let cut = 1; cut < text.length; cut++) {
        expect(sort(text.slice(0, cut), text.slice(cut))).toEqual(expected)
      }
    })
  }

  it('emits reasoning as it arrives, not when it ends', () => {
    const sorter = new ThinkTagParser()
    expect([sorter.push('<think>one '), sorter.push('two')]).toEqual([
      [{ type: 'reasoning', text: 'one ' }],
      [{ type: 'reasoning', text: 'two' }],
    ])
  })

  it('still looks for tags after a picture', () => {
    const sorter = new ThinkTagParser()
    expect([...sorter.flush(), ...sorter.push('<think>why</think>so')]).toEqual([
      { type: 'reasoning', text: 'why' },
      { type: 'text', text: 'so' },
    ])
  })

  it('handles an answer that is full of tags in reasonable time', () => {
    const text = 'a </think> b '.repeat(40_000)
    expect(sort(text)).toEqual([`text: ${text}`])
    const mentions = 'a <think> b [THINK] '.repeat(40_000)
    expect(sort('<think>why</think>', ...(mentions.match(/.{1,9}/g) ?? []))).toEqual([
      'reasoning: why',
      `text: ${mentions}`,
    ])
  })
})
