/** Requests for what is missing, running or empty, as in `en/errors/unavailable.ts`. */
export const unavailableErrors = {
  NOT_FOUND: {
    attachment: { what: 'Diese Datei ist nicht mehr verfügbar.', fix: 'Hänge sie noch einmal an.' },
    chat: { what: 'Dieser Chat wurde nicht gefunden.', fix: 'Vielleicht wurde er gelöscht.' },
    comparison: { what: 'Dieser Vergleich wurde nicht gefunden.', fix: 'Vielleicht wurde er gelöscht.' },
    decision: {
      what: 'Diese Entscheidung wird nicht mehr gebraucht.',
      fix: 'Sie wurde anderswo getroffen, oder die Antwort ist beendet.',
    },
    'demo-model': {
      what: 'Es gibt kein Demo-Modell namens „{{modelId}}“.',
      fix: 'Wähle ein anderes Modell.',
    },
    'edited-message': {
      what: 'Die ursprüngliche Nachricht wurde gesendet, bevor du deine Änderung gespeichert hast.',
      fix: 'Dein geänderter Text steht hier.',
    },
    export: { what: 'Dieser Export ist nicht mehr verfügbar.', fix: 'Exportiere erneut.' },
    file: { what: 'Diese Datei ist nicht mehr verfügbar.', fix: 'Wähle sie erneut aus.' },
    message: { what: 'Diese Nachricht wurde in diesem Chat nicht gefunden.' },
    model: {
      what: 'Der Anbieter des Modells {{modelRef}} ist hier nicht eingerichtet.',
      fix: 'Wähle ein anderes Modell oder füge den Anbieter in den Einstellungen hinzu.',
    },
    'no-chats': { what: 'Es gibt noch keine Chats zum Exportieren.' },
    'only-hidden': {
      what: 'Zum Exportieren gibt es nur Blindvergleiche, und eine Datei würde ihre Modelle nennen.',
      fix: 'Stimme ab oder decke die Teilnehmer auf und exportiere dann noch einmal.',
    },
    pane: { what: 'Dieser Bereich wurde nicht gefunden.', fix: 'Vielleicht wurde er entfernt.' },
    merge: { what: 'Diese Zusammenführung wurde entfernt.' },
    set: { what: 'Diese Prompt-Sammlung wurde nicht gefunden.', fix: 'Vielleicht wurde sie gelöscht.' },
    'set-prompt': { what: 'Dieser Prompt wurde in seiner Sammlung nicht gefunden.' },
    'set-run': {
      what: 'Dieser Lauf wurde nicht gefunden.',
      fix: 'Vielleicht wurde seine Sammlung gelöscht.',
    },
    vote: { what: 'Diese Stimme wurde gelöscht.' },
    'line-up': { what: 'Diese Aufstellung wurde entfernt.' },
    'knowledge-source': { what: 'Diese Datei oder dieser Ordner wurde aus dem Projekt entfernt.' },
    'knowledge-text': { what: 'Die Datei gehört nicht mehr zum Projekt oder hat sich seitdem geändert.' },
    'file-edit': { what: 'Diese Änderung kann nicht mehr rückgängig gemacht werden.' },
    path: { what: '{{path}} wurde nicht gefunden.' },
    project: { what: 'Dieses Projekt wurde gelöscht.' },
    prompt: { what: 'Dieser Prompt wurde gelöscht.' },
    provider: {
      what: 'Es gibt keinen Anbieter namens „{{providerId}}“.',
      fix: 'Füge ihn zuerst in den Einstellungen hinzu.',
    },
    queued: {
      what: 'Diese Nachricht ist nicht mehr in der Warteschlange.',
      fix: 'Ihre Antwort hat begonnen, oder sie wurde entfernt.',
    },
    snapshot: {
      what: 'Diese Sicherung wurde nicht gefunden.',
      fix: 'Vielleicht wurde sie durch neuere ersetzt.',
    },
    window: { what: 'Kein Fenster ist verbunden.' },
  },
  RUN_ACTIVE: {
    'all-panes': { what: 'Alle Bereiche antworten noch.', fix: 'Stoppe sie oder warte.' },
    creating: { what: 'Der Vergleich wird gerade angelegt.' },
    pane: { what: 'Dieser Bereich antwortet noch.', fix: 'Stoppe ihn oder warte.' },
    'merge-while-answering': {
      what: 'Einige dieser Antworten werden noch geschrieben.',
      fix: 'Stoppe sie oder warte und führe sie dann zusammen.',
    },
    'set-run': { what: 'Dieser Lauf ist bereits im Gange.' },
    'vote-while-answering': {
      what: 'Einige Antworten werden noch geschrieben.',
      fix: 'Stoppe sie oder warte und stimme dann ab.',
    },
    running: { what: 'In diesem Chat läuft bereits eine Antwort.', fix: 'Stoppe sie oder warte.' },
  },
  NO_PREVIOUS_MESSAGE: {
    'nothing-asked': { what: 'Nichts erneut zu senden: Dieser Chat hat noch keine Nachrichten.' },
  },
  NOTHING_TO_UNDO: {
    'no-messages': { what: 'Nichts zu entfernen: Dieser Chat hat keine Nachrichten.' },
  },
} as const
