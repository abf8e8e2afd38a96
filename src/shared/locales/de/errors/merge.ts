/** Warum Antworten nicht zusammengeführt werden können, wie in `en/errors/merge.ts`. */
export const mergeErrors = {
  'merge-by-agent': {
    what: 'Coding-Agenten können keine Antworten zusammenführen.',
    fix: 'Wähle stattdessen ein Modell.',
  },
  'merge-empty-answer': {
    what: 'Antwort {{letter}} ist leer.',
    fix: 'Lass sie weg oder starte den Bereich erneut.',
  },
  'merge-failed-answer': {
    what: 'Antwort {{letter}} ist fehlgeschlagen.',
    fix: 'Lass sie weg oder starte den Bereich erneut.',
  },
  'merge-not-edited': {
    what: 'Eine zusammengeführte Antwort lässt sich nicht bearbeiten, weil sich ihre Quellen auf den genauen Wortlaut beziehen.',
    fix: 'Führe sie als Chat fort und bearbeite sie dort.',
  },
  'merge-too-few': { what: 'Wähle mindestens {{min}} Antworten aus.' },
  'merge-too-long': {
    what: 'Zusammen haben diese Antworten mehr als {{max, number}} Zeichen.',
    fix: 'Führe weniger davon zusammen.',
  },
  'merge-without-answer': {
    what: 'Bereich {{letter}} hat noch keine Antwort.',
    fix: 'Lass den Bereich weg oder frage ihn zuerst.',
  },
  'merge-without-instructions': { what: 'Gib Anweisungen für die Zusammenführung ein.' },
} as const
