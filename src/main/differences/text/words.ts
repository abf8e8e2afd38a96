/** A word of a statement, with its place in the answer. */
export interface Word {
  /** Equal for most forms of a word. */
  stem: string
  /** In lower case. */
  written: string
  from: number
  to: number
  /** The number of its clause in the statement, from 0. */
  clause: number
  /** Says nothing about a subject, as articles, pronouns and auxiliary verbs do. */
  isEmpty: boolean
}

const wordOrCode = /`[^`\n]{1,80}`|[\p{L}\p{M}][\p{L}\p{M}\p{N}]*(?:['’]\p{L}+)?|\p{N}+(?:[.,]\p{N}+)*/gu
const clauseEnd = /[,;–—…!?]|\.\s|\s-\s/u
const opensClause = new Set(
  'but while whereas that which who aber sondern doch während then dann because weil since'.split(' '),
)

const labelWords = 3

const empty = new Set(
  (
    'a about above after again all also although always am an and any are as at be because been before being both but by can ' +
    'could did do does doing done down during each either else even ever every few for from further get gets got had has have ' +
    'having he her here him his how however i if in into is it its itself just let like made make makes many may me might more ' +
    'most much must my near need needs never no nor not now of off often on once one only onto or other our out over own per ' +
    'rather same say see she should since so some still such than that the their them then there these they thing things this ' +
    'those though through to too two under until up upon us use used uses using usually very via was way we well were what when ' +
    'where whether which while who whom whose why will with within without would yes yet you your e.g i.e eg ie etc cannot ' +
    'about approx around roughly approximately nearly almost exactly ' +
    'ab aber alle allem allen aller alles als also am an ander andere anderen auch auf aus bei beide beiden beim bis bist da ' +
    'dabei dadurch dafür dagegen daher damit danach daran darauf darf darin darüber das dass dazu dein deine dem den denn der ' +
    'deren des deshalb dessen dich die dies diese diesem diesen dieser dieses dir doch dort du durch dürfen eben ein eine einem ' +
    'einen einer eines einige er es etwa etwas euch euer für ganz gar gegen gibt hab habe haben hat hatte hatten hier hin hinter ' +
    'ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im immer in indem ins ist ja je jede jedem jeden jeder jedes jedoch jetzt kann ' +
    'kannst kein keine keinem keinen keiner können könnte machen macht man mehr mein mit muss musst müssen nach neben nein nicht ' +
    'nichts nie noch nur ob oder ohne rund schon sehr sein seine seinem seinen seiner seit sich sie sind so sogar solche soll ' +
    'sollte sollten sollst sondern sonst sowie über um und uns unser unter usw viel viele vielen vom von vor war waren was weg ' +
    'weil weiter wenn wer werden wie wieder will wir wird wirst wo wurde wurden während würde zu zum zur zwar zwischen circa ca ' +
    'ungefähr knapp fast genau z b d h bzw'
  ).split(' '),
)

/** Splits a statement into words. `from` is its place in the answer. */
export function wordsOf(text: string, from: number): Word[] {
  const words: Word[] = []
  let clause = 0
  let end = 0
  let own = 0
  for (const match of text.matchAll(wordOrCode)) {
    const { 0: found, index } = match
    // Code is the same only as a whole.
    const written = found.toLowerCase().replaceAll('’', "'").replaceAll('`', '')
    const gap = text.slice(end, index)
    // A colon after a few words follows a label.
    const isEnd = clauseEnd.test(gap) || opensClause.has(written) || (gap.includes(':') && own > labelWords)
    if (words.length > 0 && isEnd) {
      clause += 1
      own = 0
    }
    own += 1
    end = index + found.length
    words.push({
      stem: found.startsWith('`') ? written : stemOf(written),
      written,
      from: from + index,
      to: from + end,
      clause,
      isEmpty: empty.has(written) || written.length < 2 || /^\p{N}/u.test(written),
    })
  }
  return words
}

const ending = /(?:ations?|ungen|ung|ings?|ments?|ied|ies|ed|es|en|ern|er|em|ly|'s|s|e|n|t|d|y)$/u

/** The part of a word that most of its forms have in common, in English and German. */
export function stemOf(word: string): string {
  const plain = word.replaceAll('ß', 'ss').replaceAll('ä', 'a').replaceAll('ö', 'o').replaceAll('ü', 'u')
  if (plain.length < 4) return plain
  const cut = plain.replace(ending, '')
  const stem = cut.length < 3 ? plain : cut
  return stem.replace(/([bdgklmnprt])\1$/u, '$1').slice(0, 8)
}

/** The clause at a place. */
export function clauseAt(words: readonly Word[], { from, to }: { from: number; to: number }): number {
  return (
    (words.find((word) => word.from >= from && word.from < to) ?? words.findLast((word) => word.from < from))
      ?.clause ?? 0
  )
}
