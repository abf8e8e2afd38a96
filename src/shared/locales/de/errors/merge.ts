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
    what: 'Eine Zusammenführung lässt sich nicht bearbeiten, weil ihre Quellen zum Wortlaut gehören.',
    fix: 'Führe sie als Chat fort und bearbeite sie dort.',
  },
  'merge-too-few': { what: 'Wähle mindestens {{min}} Antworten aus.' },
  'merge-too-long': {
    what: 'Diese Antworten haben zusammen mehr als {{max, number}} Zeichen.',
    fix: 'Führe weniger davon zusammen.',
  },
  'merge-without-answer': {
    what: 'Bereich {{letter}} hat noch keine Antwort.',
    fix: 'Lass ihn weg oder frage ihn zuerst.',
  },
  'merge-without-instructions': { what: 'Schreibe, was aus den Antworten werden soll.' },
} as const
