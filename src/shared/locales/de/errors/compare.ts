/** Abgelehnte Anfragen zu Vergleichen, Stimmen und Prompt-Sammlungen, wie in `en/errors/compare.ts`. */
export const compareErrors = {
  'check-without-folder': {
    what: 'Keiner dieser Bereiche hat einen eigenen Ordner.',
    fix: 'Frag zuerst einen Agenten, der Dateien ändern darf.',
  },
  'contestants-hidden': {
    what: 'Die Teilnehmer dieses Blindvergleichs sind noch verborgen.',
    fix: 'Stimme zuerst ab oder decke sie auf.',
  },
  'comparison-not-in-trash': {
    what: 'Nur Vergleiche im Papierkorb lassen sich endgültig löschen.',
    fix: 'Verschiebe diesen Vergleich zuerst in den Papierkorb.',
  },
  'not-critiqued': {
    what: 'Eine Kritikrunde braucht die neuesten vollständigen Antworten von mindestens zwei Bereichen auf dieselbe Frage.',
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
  'critique-too-long': {
    what: 'Zusammen haben die anderen Antworten mehr als {{max, number}} Zeichen.',
    fix: 'Entferne einige Bereiche.',
  },
  'different-questions': {
    what: 'Diese Antworten gehören zu verschiedenen Fragen.',
    fix: 'Wähle Antworten auf dieselbe Frage.',
  },
  'too-few-models': { what: 'Wähle zuerst mindestens zwei Modelle.' },
  'too-few-answers': { what: 'Zum Abstimmen sind mindestens {{min}} Antworten nötig.' },
  'too-few-panes': { what: 'Ein Vergleich braucht mindestens {{min}} Bereiche.' },
  'too-many-panes': {
    what: 'Ein Vergleich kann höchstens {{max}} Bereiche haben.',
    fix: 'Entferne einen, bevor du einen neuen hinzufügst.',
  },
  'pane-without-answer': { what: 'Einer dieser Bereiche hat keine Antwort, über die man abstimmen kann.' },
  'vote-incomplete': {
    what: 'Ein Ergebnis und die Bereiche, die es nennt, lassen sich nur zusammen ändern.',
  },
  'merge-sources-removed': {
    what: 'Die Bereiche mit den zusammengeführten Antworten wurden entfernt.',
    fix: 'Stelle einen davon wieder her und versuche es noch einmal.',
  },
  'merge-too-many': {
    what: 'Blind abstimmen lässt sich über höchstens {{max}} Antworten, und diese Zusammenführung wäre eine zu viel.',
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
    what: 'Agenten mit Vollzugriff können keine Prompt-Sammlungen beantworten.',
    fix: 'Wähle in den Einstellungen des Agenten eine andere Berechtigung.',
  },
  'commands-too-many': {
    what: 'Die Prüfungen dieser Sammlung verwenden mehr als {{max}} verschiedene Befehle. Das sind zu viele, um sie durchzusehen.',
    fix: 'Verwende einen Befehl für mehrere Prompts.',
  },
  'cells-too-many': {
    what: 'Dieser Lauf bräuchte {{cells, number}} Antworten, das Limit liegt bei {{max, number}}.',
    fix: 'Wähle weniger Modelle oder Wiederholungen.',
  },
  'watch-needs-checks': {
    what: 'Verglichen wird mit einem vollständigen Lauf, der Prüfungen hat.',
    fix: 'Führe die Sammlung aus und wähle dann diesen Lauf.',
  },
  'watch-of-agents': {
    what: 'Sammlungen, die Coding-Agenten beantworten, lassen sich nicht beobachten, weil Agenten Genehmigungen brauchen.',
  },
  'nothing-to-judge': {
    what: 'Zu keinem Prompt gibt es genug Antworten für ein Urteil.',
  },
  'providers-unconfirmed': {
    what: 'Diese Anbieter kennen einige der Fragen aus Chats noch nicht: {{providers}}.',
    fix: 'Bestätige, dass sie sie bekommen dürfen.',
  },
  'row-models': {
    what: 'Ein Vergleich hat {{min}} bis {{max}} Bereiche, dieser Lauf aber {{count}} Modelle.',
  },
  'row-of-one': {
    what: 'In dieser Zeile gibt es nichts zu vergleichen: weniger als zwei verschiedene Stellen.',
  },
  'row-too-long': {
    what: 'Diese Zeile hat mehr als {{max, number}} Zeichen, zu viele für ein urteilendes Modell.',
  },
  'row-unanswered': {
    what: 'Noch nicht alle Modelle haben diesen Prompt beantwortet.',
    fix: 'Warte auf den Lauf oder setze ihn fort.',
  },
  'row-vote-open': {
    what: 'Über diese Antworten hast du noch nicht abgestimmt, und ein Vergleich würde ihre Modelle zeigen.',
    fix: 'Stimme zuerst ab oder öffne den Prompt und wähle „Modelle zeigen“.',
  },
  'run-is-done': { what: 'Dieser Lauf ist vollständig.' },
  'run-is-imported': {
    what: 'Dieser Lauf wurde aus einer Datei importiert, die vielleicht nicht jede Anfrage enthält.',
    fix: 'Starte stattdessen einen neuen Lauf der Sammlung.',
  },
  'model-sees-no-images': {
    what: 'Dieses Modell nimmt keine Bilder an und wurde darum nicht gefragt: {{name}}.',
    fix: 'Wähle ein anderes Modell oder entferne das Bild aus dem Prompt.',
  },
  'set-empty': { what: 'Diese Sammlung hat noch keine Prompts.' },
  'set-file-columns': {
    what: 'Diese Datei hat keine Spalte für die Prompts.',
    fix: 'Wähle die Spalte oder nenne sie „prompt“.',
  },
  'set-file-not-csv': { what: 'Diese Datei ist kein gültiges CSV.', detail: '{{detail}}' },
  'set-file-not-yaml': { what: 'Diese Datei ist kein gültiges YAML.', detail: '{{detail}}' },
  'set-file-yaml-too-long': {
    what: 'Eine YAML-Datei kann höchstens {{max, number}} Zeichen haben.',
    fix: 'Speichere sie als JSON.',
  },
  'set-files-gone': {
    what: 'Die Sammlung kann nicht ausgeführt werden, weil Dateien nicht mehr vorhanden sind. Sie gehören zu diesen Prompts: {{prompts}}.',
    fix: 'Öffne diese Prompts und entferne die Dateien, oder entferne die Prompts.',
  },
  'set-pasts-too-long': {
    what: 'Die früheren Nachrichten und Ergebnisse von Werkzeugen einer Sammlung können zusammen höchstens {{max, number}} Zeichen haben.',
  },
  'set-too-long': { what: 'Eine Sammlung kann höchstens {{max, number}} Prompts haben.' },
} as const
