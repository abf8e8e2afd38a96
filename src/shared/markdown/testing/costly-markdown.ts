/** Pieces that hostile text repeats: marks that never close, that nest, or that make a parser look far ahead. */
export const costlyPieces = [
  [
    '>',
    '> ',
    '- ',
    '* ',
    '1. ',
    '1) ',
    '+ a\n',
    '  - ',
    '- > ',
    '> - ',
    '- [ ] ',
    '- a\n\n  b\n',
    '> > a\nb\n',
  ],
  ['*', '**', '***', '_', '__', '~', '~~', '*a ', 'a** ', '*a*', '_a_', '*a**b*', '_*', 'a_a', '~~a~~'],
  ['[', '[[', ']', '![', '](', '[a](', '[a](b', '[a](b "', '[a](<b', '[a][', '[a]', '[a](b)', '[[a](b)](c)'],
  ['[a]: ', '[a]: b\n', '[a]: b "\n', '[a]: b "c\n\n', '[^a]', '[^a]: ', '[^a]: b\n', '\n[^a]: b', '[^'],
  ['$', '$$', '$$\n', '$a$ ', '$$a$$\n', '\n$$ a', '\\(', '\\[', '\\[ x\n', '\n\\[ a', '\\]', '\\'],
  [
    '\\begin{align}',
    '\\begin{align}\n',
    '\\end{align}',
    '\\label{a}',
    '\\eqref{a}',
    '\\tag{',
    '$|',
    '|$a|',
    '```math\n',
  ],
  ['`', '``', '```', '```\n', '~~~\n', '`a`', '`a', '> ```\n', '- ```\n', '    ', '\t', '``` js'],
  ['<', '<a ', '<a href="', '<!--', '<?', '<!A ', '<![CDATA[', '<div>\n', '</div>\n', '<sub>', '<pre>', '<b'],
  ['|', '| ', '|-|-\n', 'a|b\n', 'a|b\n-|-\n', 'a|b\n|-|-|-|\n', '| a | b |\n|---|---|\n', '-|-\n'],
  [
    '#',
    '# ',
    '# a\n',
    '# *a ',
    '# [a](',
    '===\n',
    '---\n',
    'a\n===\n',
    '***\n',
    'a',
    'a ',
    'a\n',
    'a\n\n',
    '\n',
  ],
  ['http://a', 'http://a!', 'www.a.', 'a@', 'a@b.c ', 'mailto:a', '<https://a>', '&amp;', '&', '!', '(', ')'],
  ['http', 'https://a b', 'http://a.', 'http://a&amp;', 'www.', 'ftp://', 'xmpp:a@', 'a.b@c.d,', 'a@b.'],
  ['.', ',', ';', '?', "'", '"', '..', '.,:;?', '?!', '-', 'a.', 'a-b', '&a;', '&#1;', '中文'],
  ['**“', '：**', '文*', '~~“', '中~~', '$中', '文$x$', 'https://a中', 'www.aф', 'é@', '（https://a.b）'],
  ['\\\n', '  \n', '\r', '\r\n', '\0', '\u00a0', '\u2028', '\u200f', 'é', '😀', '\ud800', '__proto__', ':'],
].flat()

/** The part of a random number generator that this module needs. */
interface Chance {
  /** A random integer from 0 to `limit - 1`. */
  below(limit: number): number
}

/** About `chars` characters that repeat a few pieces, usually between two others. */
export function costlyMarkdown(chance: Chance, chars: number): string {
  const some = (max: number) => Array.from({ length: chance.below(max + 1) }, () => piece(chance)).join('')
  if (chance.below(5) === 0)
    return Array.from({ length: chars / 2 }, () => piece(chance))
      .join('')
      .slice(0, chars)
  const unit = piece(chance) + some(3)
  return some(1) + unit.repeat(Math.ceil(chars / unit.length)) + some(2)
}

function piece(chance: Chance): string {
  return costlyPieces[chance.below(costlyPieces.length)] ?? ''
}
