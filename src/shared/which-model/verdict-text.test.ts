import { expect, test } from 'vitest'

import { textsOf } from '../locales/all/texts-of'
import { formatsOf } from '../locales/formats'
import { earlierModel } from '../sets/sets'
import { verdictSentences } from './verdict-text'
import type { WhichVerdict } from './which-model'

const none = { wins: 0, losses: 0 }
const lead = { model: 'atlas', rival: 'breeze', others: [], over: [] }

test.each<[WhichVerdict, string | null, string, string]>([
  [
    {
      kind: 'best',
      model: 'atlas',
      against: 'breeze',
      votes: { wins: 9, losses: 1 },
      checks: none,
      asides: [
        { kind: 'faster', model: 'breeze', times: 4.02 },
        { kind: 'cheaper', model: 'breeze', times: 5 },
        { kind: 'fails-only', model: 'breeze', check: 'matches', failed: 3, of: 20 },
      ],
    },
    'code',
    'For “code”: Take atlas. It won 9 of 10 decided votes against breeze. breeze writes 4 times as fast. breeze costs 20% as much per answer. 3 of 20 checked answers by breeze failed, each time on “Matches pattern”.',
    'Für „code“: Nimm atlas. Es hat 9 von 10 entschiedenen Stimmen gegen breeze gewonnen. breeze schreibt 4-mal so schnell. breeze kostet je Antwort nur 20% so viel. breeze fiel bei 3 von 20 geprüften Antworten durch, immer an „Entspricht Muster“.',
  ],
  [
    { kind: 'best', model: 'atlas', against: 'breeze', votes: none, checks: none, asides: [] },
    null,
    'Take atlas.',
    'Nimm atlas.',
  ],
  [
    { kind: 'best', model: earlierModel, against: 'breeze', votes: none, checks: none, asides: [] },
    null,
    'No model beats the earlier answer.',
    'Kein Modell ist besser als das frühere.',
  ],
  [
    { ...lead, kind: 'ahead', over: ['cobalt', 'dune', 'ember'], need: { prompts: 1 } },
    null,
    'atlas is ahead: better than 3 other models, but not settled against breeze. At this rate, about 1 more prompt with checks will settle it.',
    'atlas liegt vorn: besser als 3 andere Modelle, gegen breeze aber nicht entschieden. Geht es so weiter, entscheidet etwa 1 weiterer Prompt mit Prüfungen.',
  ],
  [
    { ...lead, kind: 'open', need: { votes: 8 } },
    'letters',
    'For “letters”: Not settled between atlas and breeze. At this rate, about 8 more votes will settle it.',
    'Für „letters“: Noch nicht entschieden zwischen atlas und breeze. Geht es so weiter, entscheiden etwa 8 weitere Stimmen.',
  ],
  [
    { ...lead, kind: 'ahead', over: ['cobalt'], others: ['dune', 'ember'], need: 'unclear' },
    null,
    'atlas is ahead: better than cobalt, but not settled against breeze and 2 other models. No clear difference so far.',
    'atlas liegt vorn: besser als cobalt, gegen breeze und 2 andere Modelle aber nicht entschieden. Bisher kein klarer Unterschied.',
  ],
  [
    { ...lead, kind: 'open', others: ['cobalt', 'dune'], need: 'early' },
    null,
    'Not settled between atlas, breeze and 2 other models. Too early to say.',
    'Noch nicht entschieden zwischen atlas, breeze und 2 anderen Modellen. Für ein Urteil ist es noch zu früh.',
  ],
  [
    { ...lead, kind: 'open', others: ['cobalt'], need: 'early' },
    null,
    'Not settled between atlas, breeze and cobalt. Too early to say.',
    'Noch nicht entschieden zwischen atlas, breeze und cobalt. Für ein Urteil ist es noch zu früh.',
  ],
  [
    { ...lead, kind: 'open', need: 'early' },
    null,
    'Not settled between atlas and breeze. Too early to say.',
    'Noch nicht entschieden zwischen atlas und breeze. Für ein Urteil ist es noch zu früh.',
  ],
  [{ kind: 'nothing' }, null, 'Nothing to compare yet.', 'Noch gibt es nichts zu vergleichen.'],
])('a verdict is one to act on, in both languages', (verdict, scope, english, german) => {
  const said = (['en', 'de'] as const).map((language) => {
    const words = { t: textsOf(language), formats: formatsOf(language), nameOf: (model: string) => model }
    return verdictSentences(verdict, scope, words).join(' ').replaceAll('\u00a0', '')
  })
  expect(said).toEqual([english, german])
})
