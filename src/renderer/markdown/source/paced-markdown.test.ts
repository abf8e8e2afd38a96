import { expect, test, vi } from 'vitest'

import { type DrawingStart, PacedMarkdown } from './paced-markdown'

const paragraphs = Array.from({ length: 2_000 }, (_, index) => `Paragraph ${index} has some words.`)
const long = paragraphs.join('\n\n')
const atRest = { isGrowing: false, isWhole: false }

/** Which paragraphs are drawn after each frame, until all are. */
function framesOf(start: DrawingStart, text: string): number[][] {
  const markdown = new PacedMarkdown(start)
  const frames: number[][] = []
  for (let isBehind = true; isBehind;) {
    const blocks = markdown.update(text, atRest)
    markdown.drew(blocks)
    isBehind = blocks.isBehind
    frames.push(drawnIn(blocks.groups))
  }
  return frames
}

function drawnIn(groups: ReturnType<PacedMarkdown['update']>['groups']): number[] {
  return groups.flatMap((group) =>
    (group ?? []).filter(({ type }) => type === 'paragraph').map(({ raw }) => Number(/\d+/.exec(raw)?.[0])),
  )
}

test('a long text is drawn over several frames, and completely at the end', () => {
  const frames = framesOf('end', long)
  expect(frames.length).toBeGreaterThan(3)
  expect(frames.at(-1)).toEqual(paragraphs.map((_, index) => index))
})

test('the part that is read first is drawn first, and nothing that is drawn disappears', () => {
  for (const start of ['beginning', 'end'] as const) {
    const frames = framesOf(start, long)
    const [first = []] = frames.filter((drawn) => drawn.length > 0)
    expect(start === 'beginning' ? first[0] : first.at(-1)).toBe(
      start === 'beginning' ? 0 : paragraphs.length - 1,
    )
    expect(first.length).toBeLessThan(paragraphs.length)
    for (const [index, drawn] of frames.entries()) {
      const before = new Set(frames[index - 1])
      expect(before.difference(new Set(drawn))).toEqual(new Set())
    }
  }
})

test('a text of ordinary length is drawn at once', () => {
  const markdown = new PacedMarkdown('end')
  // A busy machine might not parse it within a frame.
  vi.spyOn(performance, 'now').mockReturnValue(0)
  expect(markdown.update(paragraphs.slice(0, 100).join('\n\n'), atRest)).toMatchObject({ isBehind: false })
})

test('a place in a long text can be shown in the same frame', () => {
  const markdown = new PacedMarkdown('end')
  markdown.update(long, atRest)
  const { groups, isBehind } = markdown.update(long, { isGrowing: false, isWhole: true })
  expect(isBehind).toBe(false)
  expect(drawnIn(groups)).toHaveLength(paragraphs.length)
})

test('a text that has grown keeps the blocks that were drawn', () => {
  const markdown = new PacedMarkdown('end')
  // How much a frame draws depends on how busy the machine is.
  const drawnOnceCaughtUp = (text: string) => {
    for (let frame = 0; frame < 1_000; frame += 1) {
      const blocks = markdown.update(text, { isGrowing: true, isWhole: false })
      markdown.drew(blocks)
      if (!blocks.isBehind) return blocks.groups
    }
    throw new Error('the text was not drawn in 1,000 frames')
  }
  const first = paragraphs.slice(0, 60).join('\n\n')
  const before = drawnOnceCaughtUp(first)
  const after = drawnOnceCaughtUp(`${first}\n\nParagraph 60 is new.`)
  expect(after[0]).toBe(before[0])
  expect(drawnIn(after)).toHaveLength(61)
})
