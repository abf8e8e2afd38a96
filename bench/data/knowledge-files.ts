import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { type Random, seededRandom } from '../../src/main/base/seeded-random.ts'
import { Vocabulary } from './vocabulary.ts'

/** The size of the folder. */
export const knowledgeSize = { files: 1_000, bytes: 200_000_000 }

/** Raise it whenever other files would be made. */
const makerVersion = 1
const wordsPerLine = 14
const linesPerParagraph = 6

/** A folder of text files, the same each time; made once. */
export function knowledgeFolder(onMaking: () => void): string {
  const folder = join(tmpdir(), `parley-bench-knowledge-${makerVersion}`)
  if (existsSync(folder)) return folder
  onMaking()
  const unfinished = mkdtempSync(`${folder}-`)
  try {
    const random = seededRandom('knowledge')
    const vocabulary = new Vocabulary(random)
    for (let at = 0; at < knowledgeSize.files; at += 1) {
      const part = join(unfinished, `part-${Math.floor(at / 50)}`)
      mkdirSync(part, { recursive: true })
      writeFileSync(join(part, `note-${at}.md`), text(random, vocabulary, at))
    }
    renameSync(unfinished, folder)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
  return folder
}

function text(random: Random, vocabulary: Vocabulary, number: number): string {
  const lines = [`# Note ${number}`, '', `Its code is zq${number}x.`, '']
  let length = 0
  for (let line = 1; length < knowledgeSize.bytes / knowledgeSize.files; line += 1) {
    const words = Array.from({ length: wordsPerLine }, () => vocabulary.word(random)).join(' ')
    lines.push(words)
    length += Buffer.byteLength(words) + 1
    if (line % linesPerParagraph === 0) lines.push('')
  }
  return `${lines.join('\n')}\n`
}
