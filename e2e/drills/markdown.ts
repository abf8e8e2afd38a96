// Parses, renders, copies and exports hostile Markdown like the window and the exporter. Measures the
// processor time of each step and counts how deep elements nest. `--seed` repeats the same texts.
import { markdownHtml } from '../../src/main/store/transfer/export/documents/markdown-html.ts'
import { noTools } from '../../src/main/store/transfer/export/documents/page-tools.ts'
import { wordingIn } from '../../src/main/store/transfer/export/documents/wording.ts'
import { headingsOf } from '../../src/main/store/messages/outline.ts'
import { IncrementalMarkdown } from '../../src/renderer/markdown/source/incremental-markdown.ts'
import { lexBlocks } from '../../src/renderer/markdown/source/lex.ts'
import { plainText } from '../../src/renderer/markdown/source/plain-text.ts'
// @ts-expect-error -- elements are type-checked with the window, which this project does not include
import { drawMarkdown } from '../../src/renderer/markdown/testing/draw-markdown.tsx'
import { costlyMarkdown } from '../../src/shared/markdown/testing/costly-markdown.ts'
import { formatTable } from '../helpers/table.ts'
import { type Drill, runDrill } from './parts/drill.ts'

const made = { tools: noTools, wording: wordingIn('en') }

/** Processor time that one step may use for a text of up to `longChars`; longer texts get proportionally more. */
const limitMs = 1_000
/** How deep elements may be nested. */
const maxElements = 200
/** One in this many texts is long: 40,000 characters or more. */
const longEvery = 100
const longChars = 40_000
const maxLongChars = 160_000
const draw = drawMarkdown as (text: string) => string
const steps = ['read', 'grow', 'draw', 'copy', 'export', 'outline'] as const

await runDrill({ name: 'markdown', limitSeconds: 3_600, count: 20_000, play })

async function play(drill: Drill): Promise<void> {
  const worst = new Map<string, { ms: number; text: string }>()
  for (let index = 0; index < drill.count; index += 1) {
    const chars =
      index % longEvery === 0
        ? longChars + drill.random.below(maxLongChars - longChars)
        : 20 + drill.random.below(3_000)
    playText(drill, costlyMarkdown(drill.random, chars), worst)
    // Lets signal handlers run.
    if (index % longEvery === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  const rows = steps.map((name) => [
    name,
    `${worst.get(name)?.ms.toFixed(0) ?? 0} ms`,
    shown(worst.get(name)?.text ?? ''),
  ])
  console.log(formatTable(['step', 'longest', 'text'], rows))
}

function playText(drill: Drill, text: string, worst: Map<string, { ms: number; text: string }>): void {
  const maxMs = limitMs * Math.max(1, text.length / longChars)
  const measure = <Result>(name: (typeof steps)[number], work: () => Result): Result | undefined => {
    const before = process.cpuUsage()
    let result: Result | undefined
    try {
      result = work()
    } catch (error) {
      drill.check(false, () => `${name} failed with ${String(error)}: ${shown(text)}`)
    }
    const { user, system } = process.cpuUsage(before)
    const ms = (user + system) / 1_000
    if (ms > (worst.get(name)?.ms ?? -1)) worst.set(name, { ms, text })
    drill.check(ms < maxMs, () => `${name} takes ${ms.toFixed(0)} ms: ${shown(text)}`)
    return result
  }

  const read = measure('read', () => lexBlocks(text))
  const kept = read?.tokens.map(({ raw }) => raw).join('') ?? ''
  drill.check(withoutSpaces(kept) === withoutSpaces(text), () => `text is lost: ${shown(text)}`)
  measure('grow', () => {
    const growing = new IncrementalMarkdown()
    for (let end = 1; end < text.length; end += Math.ceil(text.length / 8))
      growing.update(text.slice(0, end), { mayRest: true })
    return growing.update(text)
  })
  for (const [name, html] of [
    ['draw', measure('draw', () => draw(text))],
    ['export', measure('export', () => markdownHtml(text, made))],
  ] as const) {
    drill.check(
      html === undefined || depthOf(html) < maxElements,
      () => `${name} nests too deeply: ${shown(text)}`,
    )
  }
  measure('copy', () => plainText(text))
  measure('outline', () => headingsOf(text))
}

function depthOf(html: string): number {
  let depth = 0
  let deepest = 0
  for (const [tag] of html.matchAll(/<\/?[a-z][^>]*>/g)) {
    if (tag.startsWith('</')) depth -= 1
    else if (!/^<(?:br|hr|img|input)\b|\/>$/.test(tag)) depth += 1
    deepest = Math.max(deepest, depth)
  }
  return deepest
}

/** marked drops some of the spaces at the ends of lists. */
function withoutSpaces(text: string): string {
  return text.replaceAll(/\s/g, '')
}

function shown(text: string): string {
  return `${JSON.stringify(text.slice(0, 60))} … ${JSON.stringify(text.slice(-20))} (${text.length})`
}
