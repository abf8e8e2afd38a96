/** Abgelehnte Anfragen zu Vergleichen, Stimmen und Prompt-Sets, wie in `en/errors/compare.ts`. */
export const compareErrors = {
  'check-without-folder': {
    what: 'Keiner dieser Bereiche hat einen eigenen Ordner.',
    fix: 'Frag zuerst einen Agenten, der Dateien ändern darf.',
  },
  'contestants-hidden': {
    what: 'Die Teilnehmer dieses Blindvergleichs sind noch verborgen.',
    fix: 'Stimme zuerst ab oder decke sie auf.',
  },
  'comparison-not-in-bin': {
    what: 'Nur Vergleiche im Papierkorb lassen sich endgültig löschen.',
    fix: 'Lösche ihn zuerst.',
  },
  'nothing-asked': { what: 'Dieser Bereich hat noch keine Frage.' },
  'pane-deleted-elsewhere': {
    what: 'Dieser Chat ist ein Bereich eines Vergleichs.',
    fix: 'Entferne stattdessen den Bereich aus dem Vergleich.',
  },
  'pane-needs-model': { what: 'Ein Bereich braucht immer ein Modell.' },
  'pane-not-restored': { what: 'Ein Bereich lässt sich nicht einzeln wiederherstellen.' },
  'pane-started-elsewhere': {
    what: 'Dieser Chat ist ein Bereich eines Vergleichs.',
    fix: 'Starte die Antwort stattdessen im Vergleich.',
    detail: 'Verwende pane.run.',
  },
  'model-gone': {
    what: '{{model}} ist nicht mehr verfügbar.',
    fix: 'Wähle für den Bereich ein anderes Modell oder entferne ihn.',
  },
  'too-few-models': { what: 'Wähle zuerst mindestens zwei Modelle.' },
  'too-few-answers': { what: 'Für eine Stimme braucht es mindestens {{min}} Antworten.' },
  'too-few-panes': { what: 'Ein Vergleich braucht mindestens {{min}} Bereiche.' },
  'too-many-panes': {
    what: 'Ein Vergleich kann höchstens {{max}} Bereiche haben.',
    fix: 'Entferne einen, bevor du einen neuen hinzufügst.',
  },
  'pane-without-answer': { what: 'Einer dieser Bereiche hat keine Antwort, über die man abstimmen kann.' },
  'vote-incomplete': { what: 'Ein geändertes Ergebnis braucht die Bereiche, die es nennt, und umgekehrt.' },
  'merge-sources-removed': {
    what: 'Die Bereiche mit den zusammengeführten Antworten wurden entfernt.',
    fix: 'Stelle einen davon wieder her und versuche es noch einmal.',
  },
  'merge-too-many': {
    what: 'Blind abgestimmt wird über höchstens {{max}} Antworten, und diese Zusammenführung wäre eine mehr.',
    fix: 'Entferne einen Bereich dieses Vergleichs oder führe weniger Antworten zusammen.',
  },
  'merge-without-text': { what: 'Diese Zusammenführung hat keinen Text, über den man abstimmen kann.' },
  'vote-other-answers': {
    what: 'Die Antworten haben sich geändert, seit du sie gesehen hast.',
    fix: 'Lies die neuen und stimme dann noch einmal ab.',
  },
  'vote-panes': { what: 'Dieses Ergebnis passt nicht zu den genannten Bereichen.' },
  'votes-columns': {
    what: 'Diese Datei hat keine Spalten namens a, b und result.',
    fix: 'Ergänze eine erste Zeile mit diesen Namen.',
  },
  'votes-not-csv': { what: 'Diese Datei ist kein gültiges CSV.', detail: '{{detail}}' },
  'agent-as-judge': {
    what: 'Ein Coding-Agent kann keine Antworten beurteilen.',
    fix: 'Wähle stattdessen ein Modell.',
  },
  'agent-unlimited-in-sets': {
    what: 'In einem Lauf einer Prompt-Sammlung darf kein Agent alles tun, ohne zu fragen.',
    fix: 'Wähle in seinen Einstellungen eine andere Berechtigung.',
  },
  'commands-too-many': {
    what: 'Die Prüfungen dieser Sammlung haben mehr als {{max}} verschiedene Befehle, zu viele für eine Bestätigung.',
    fix: 'Verwende einen Befehl für mehrere Prompts.',
  },
  'cells-too-many': {
    what: 'Dieser Lauf bräuchte {{cells, number}} Antworten, das Limit liegt bei {{max, number}}.',
    fix: 'Wähle weniger Modelle oder Wiederholungen.',
  },
  'nothing-to-judge': {
    what: 'Es gibt keine zwei Antworten auf denselben Prompt, die sich vergleichen lassen.',
  },
  'row-models': {
    what: 'Ein Vergleich hat {{min}} bis {{max}} Bereiche, dieser Lauf aber {{count}} Modelle.',
  },
  'row-unanswered': {
    what: 'Noch nicht alle Modelle haben diesen Prompt beantwortet.',
    fix: 'Warte auf den Lauf, oder setze ihn fort.',
  },
  'row-vote-open': {
    what: 'Über diese Antworten hast du noch nicht abgestimmt, und ein Vergleich zeigt ihre Modelle.',
    fix: 'Stimme zuerst ab, oder öffne den Prompt und wähle „Modelle zeigen“.',
  },
  'run-is-done': { what: 'Dieser Lauf ist vollständig.' },
  'run-is-imported': {
    what: 'Dieser Lauf stammt aus einer Datei, die vielleicht nicht alles enthält, was gefragt wurde.',
    fix: 'Starte stattdessen einen neuen Lauf der Sammlung.',
  },
  'set-empty': { what: 'Diese Sammlung hat noch keine Prompts.' },
  'set-file-columns': {
    what: 'Diese Datei hat keine Spalte für die Prompts.',
    fix: 'Wähle die Spalte, oder nenne sie „prompt“.',
  },
  'set-file-not-csv': { what: 'Diese Datei ist kein gültiges CSV.', detail: '{{detail}}' },
  'set-too-long': { what: 'Eine Sammlung kann höchstens {{max, number}} Prompts haben.' },
} as const
