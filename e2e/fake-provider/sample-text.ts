const words =
  'the a small model reads every word and then writes one more so that a reader can see how long it takes to answer when nothing else gets in its way and each line is as plain as the last'.split(
    ' ',
  )

const codeLine = '  const answer = await ask(model, prompt)\n'

/** `count` tokens of plain prose, always the same for the same count. */
export function proseTokens(count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const word = words[index % words.length] ?? ''
    const ending = index % 12 === 11 ? '.' : ''
    return `${index === 0 ? '' : ' '}${word}${ending}`
  })
}

/** `count` tokens of Markdown: sections of paragraphs, lists, a table and code, always the same for the same count. */
export function markdownTokens(count: number): string[] {
  const tokens: string[] = []
  for (let section = 1; tokens.length < count; section++) {
    tokens.push('\n\n## ', 'Section ', String(section), '\n\n')
    pushWords(tokens, 60)
    tokens.push('\n\n')
    for (let item = 0; item < 4; item++) {
      tokens.push('- ', '**point** ')
      pushWords(tokens, 8)
      tokens.push('\n')
    }
    tokens.push('\n```', 'ts\n', ...Array.from({ length: 6 }, () => codeLine), '```', '\n\n')
    tokens.push('| name ', '| value |', '\n| --- ', '| --- |')
    for (let row = 1; row <= 3; row++) tokens.push('\n| row ', `${row} `, '| `', String(row * section), '` |')
    tokens.push('\n\n')
    pushWords(tokens, 40)
  }
  return tokens.slice(0, count)
}

function pushWords(tokens: string[], count: number): void {
  for (let index = 0; index < count; index++) {
    const word = words[(tokens.length + index) % words.length] ?? ''
    tokens.push(index % 15 === 14 ? `${word}. ` : `${word} `)
  }
}
