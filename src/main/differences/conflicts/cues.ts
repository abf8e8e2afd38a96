/** What a word says about the claim that it is in: the concept, and whether it affirms or denies it. */
export interface Cue {
  concept: string
  sign: 1 | -1
}

const concepts: readonly (readonly [concept: string, affirming: string, denying: string])[] = [
  [
    'not',
    '',
    "not no never none nobody neither nor cannot can't don't doesn't didn't isn't aren't won't wouldn't shouldn't mustn't needn't wasn't weren't haven't hasn't hardly " +
      'mistake myth wrong false fehler falsch irrtum mythos ' +
      'nicht kein keine keinen keinem keiner keines nie niemals niemand weder kaum keinesfalls keineswegs',
  ],
  [
    'require',
    'must mandatory required requires require necessary compulsory obligatory essential needs need needed ' +
      'muss müssen musst müsst pflicht verpflichtend notwendig nötig erforderlich vorgeschrieben zwingend braucht brauchst brauchen benötigt',
    'optional unnecessary needless voluntary freiwillig unnötig überflüssig entbehrlich entfällt',
  ],
  [
    'allow',
    'can may allowed permitted possible legal legally tolerated safely fine ok okay works ' +
      'kann kannst können könnt darf darfst dürfen erlaubt möglich zulässig geduldet unbedenklich funktioniert reicht genügt',
    'forbidden prohibited banned illegal impossible unsafe dangerous invalid ' +
      'verboten untersagt unzulässig unmöglich gefährlich unwirksam ungültig',
  ],
  [
    'advise',
    'should recommend recommended prefer preferable good ideal best suitable advisable ' +
      'sollte sollten solltest empfehle empfiehlt empfohlen empfehlen empfehlenswert gut ideal geeignet ratsam',
    'avoid discouraged inadvisable unsuitable vermeide vermeiden meide ungeeignet verzichte abzuraten',
  ],
]

const cues = new Map<string, Cue[]>()
for (const [concept, affirming, denying] of concepts) {
  for (const [words, sign] of [
    [affirming, 1],
    [denying, -1],
  ] as const) {
    for (const word of words.split(' ').filter((each) => each !== '')) {
      cues.set(word, [...(cues.get(word) ?? []), { concept, sign }])
    }
  }
}

/** What a word in lower case says about its claim. */
export function cuesOf(word: string): readonly Cue[] {
  return cues.get(word) ?? []
}

const imperatives = new Set(
  'use choose take pick try keep put leave nimm verwende benutze nutze wähle lass nehmen verwenden benutzen nutzen lassen'.split(
    ' ',
  ),
)

/** True if a clause that begins with this word is advice. */
export function isImperative(word: string): boolean {
  return imperatives.has(word)
}
