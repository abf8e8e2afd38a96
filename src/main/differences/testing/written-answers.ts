import type { Random } from '../../base/seeded-random'

const subjects =
  'The cache|A worker|This index|The scheduler|Each replica|The parser|One client|The journal'.split('|')
const verbs = 'stores|reads|rejects|repeats|compresses|balances|measures|forwards'.split('|')
const objects =
  'all requests|older blocks|the newest entries|failed messages|open streams|its snapshots|large files'.split(
    '|',
  )
const reasons =
  'because memory is limited|until the disk is full|when nobody waits|before the deadline|in the background'.split(
    '|',
  )

/** A Markdown answer of about `wordCount` words: sections with paragraphs, items, tables and code. */
export function writtenAnswer(wordCount: number, random: Random): string {
  const blocks: string[] = []
  for (let words = 0, section = 1; words < wordCount; section += 1) {
    const paragraph = Array.from({ length: 6 }, () => sentence(random)).join(' ')
    const items = Array.from({ length: 4 }, () => `- ${sentence(random)}`).join('\n')
    const code = `\`\`\`ts\nconst limit${section} = ${random.below(900)}\nsend(limit${section})\n\`\`\``
    const table = `| name | value |\n|---|---|\n| retries | ${random.below(20)} |\n| timeout | ${random.below(90)} s |`
    blocks.push(`## Part ${section}`, paragraph, items, ...(section % 3 === 0 ? [code, table] : []))
    words += 115
  }
  return blocks.join('\n\n')
}

/** The same answer, with about one in `every` sentences in other words and some paragraphs moved. */
export function rewrittenAnswer(answer: string, every: number, random: Random): string {
  const blocks = answer
    .split('\n\n')
    .map((block) =>
      block.replaceAll(/[^.\n|`]+\./g, (text) =>
        random.below(every) === 0 ? text.replace(/\w+\.$/, () => word(random)) : text,
      ),
    )
  for (let count = 0; count < blocks.length / 20; count += 1) {
    const [moved] = blocks.splice(random.below(blocks.length), 1)
    if (moved !== undefined) blocks.splice(random.below(blocks.length), 0, moved)
  }
  return blocks.join('\n\n')
}

function sentence(random: Random): string {
  const number = random.below(5_000)
  return `${pick(random, subjects)} ${word(random)} ${pick(random, verbs)} ${pick(random, objects)} with ${number} ${word(random)} ${pick(random, reasons)}.`
}

function word(random: Random): string {
  return `${pick(random, ['ba', 'co', 'de', 'fra', 'lo'])}${pick(random, ['mi', 'nu', 'per', 'sta'])}${random.below(400).toString(36)}`
}

function pick(random: Random, words: readonly string[]): string {
  return words[random.below(words.length)] ?? ''
}
