export const leaving = {
  detail: 'Der bisherige Text bleibt erhalten.',
  leave: 'Stoppen und verlassen',
  question_one: 'Eine laufende Antwort wird gestoppt.',
  question_other: '{{count}} laufende Antworten werden gestoppt.',
  questionOfWindow: 'Laufende Antworten in diesem Fenster werden gestoppt.',
  stay: 'Bleiben',
}
