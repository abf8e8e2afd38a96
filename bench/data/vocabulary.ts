import type { Random } from '../../src/main/base/seeded-random.ts'

/** The most frequent words of ordinary text, most frequent first. */
const commonWords =
  'the to and of a in is that it for you with on this be are as not can have or if will from an by use at your which but we all what so when one do how there has more any then into than would also value like make time get code should each may some my only set just need first new these other no where data up was their out about using file error function work return before after between same name because number does its call want way two them list help here would line over still text change way type while both without point user order since case could question answer problem result run test used know find write read step message model example different often instead right long next last small large again without start end part add keep take give look see think show try'.split(
    ' ',
  )
const syllables =
  'ba be bo ca ce co cra da de di do dra e fa fe fi for ga ge gra ha he in ka ker la le li lo lu ma me mi mo mu na ne no o pa pe per pla po pra qua ra re ri ro sa se si so sta ster ta te ter ti to tra tri u va ve vi vo wa we wi xa ya za'.split(
    ' ',
  )
const endings = ['', '', 's', 'ed', 'ing', 'er', 'ion', 'ly', 'ness', 'al']
const verbs = 'use get set read write load store parse open close find make list send take'.split(' ')
const nouns =
  'Session Message Store Token File Stream Index Query User Model Cache Route Event Buffer Branch'.split(' ')
const accentedWords = [
  'café',
  'naïve',
  'Straße',
  'Übung',
  'señor',
  'façade',
  'résumé',
  'smörgåsbord',
  'İstanbul',
]
const chineseWords =
  '我们 可以 一个 数据 搜索 模型 问题 这个 消息 会话 代码 函数 返回 文件 使用 如果 需要 因为 所以 时间 结果 系统 方法 语言 学习 世界 工作 开始 东京 图书馆'.split(
    ' ',
  )
const japaneseWords =
  '検索 する こと です ます データ メッセージ 東京 図書館 ありがとう コード を は が に'.split(' ')

const rareWordCount = 30_000

/** Words with the frequencies of real text: a few very often, most of them rarely. */
export class Vocabulary {
  readonly #words: readonly string[]
  /** The cumulative share of this word and all before it. */
  readonly #shares: Float64Array

  constructor(random: Random) {
    const words = new Set(commonWords)
    while (words.size < rareWordCount) {
      const parts = Array.from({ length: 2 + random.below(3) }, () => anyOf(random, syllables))
      words.add(parts.join('') + anyOf(random, endings))
    }
    this.#words = [...words]
    let sum = 0
    const weights = this.#words.map((_, rank) => (sum += 1 / (rank + 2.7)))
    this.#shares = Float64Array.from(weights, (weight) => weight / sum)
  }

  word(random: Random): string {
    const kind = random.below(200)
    if (kind === 0) return anyOf(random, accentedWords)
    if (kind < 4) return identifier(random)
    const share = random.below(1_000_000_000) / 1_000_000_000
    let [low, high] = [0, this.#shares.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#shares[middle] ?? 1) < share) low = middle + 1
      else high = middle
    }
    return this.#words[low] ?? ''
  }
}

/** An identifier as in source code. */
export function identifier(random: Random): string {
  return `${anyOf(random, verbs)}${anyOf(random, nouns)}${random.below(3) === 0 ? anyOf(random, nouns) : ''}`
}

/** A sentence in a script without spaces. */
export function spacelessSentence(random: Random): string {
  const words = random.below(3) === 0 ? japaneseWords : chineseWords
  return `${Array.from({ length: 4 + random.below(12) }, () => anyOf(random, words)).join('')}。`
}

export function anyOf<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[random.below(items.length)]
  if (item === undefined) throw new Error('there is nothing to choose from')
  return item
}
