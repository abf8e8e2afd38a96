/** Requests for what is missing, running or empty, as in `en/errors/unavailable.ts`. */
export const unavailableErrors = {
  NOT_FOUND: {
    attachment: { what: 'Diese Datei wurde nicht gefunden.', fix: 'Hänge sie noch einmal an.' },
    chat: { what: 'Dieser Chat wurde nicht gefunden.', fix: 'Vielleicht wurde er gelöscht.' },
    comparison: { what: 'Dieser Vergleich wurde nicht gefunden.', fix: 'Vielleicht wurde er gelöscht.' },
    decision: {
      what: 'Diese Anfrage wurde nicht gefunden.',
      fix: 'Sie wurde anderswo beantwortet, oder die Antwort ist beendet.',
    },
    'demo-model': {
      what: 'Das Demo-Modell „{{modelId}}“ wurde nicht gefunden.',
      fix: 'Wähle ein anderes Modell.',
    },
    'edited-message': {
      what: 'Die ursprüngliche Nachricht wurde gesendet, bevor du deine Änderung gespeichert hast.',
      fix: 'Dein geänderter Text steht hier.',
    },
    export: { what: 'Dieser Export wurde nicht gefunden.', fix: 'Exportiere erneut.' },
    file: { what: 'Diese Datei wurde nicht gefunden.', fix: 'Wähle sie erneut aus.' },
    message: { what: 'Diese Nachricht wurde in diesem Chat nicht gefunden.' },
    model: {
      what: 'Der Anbieter des Modells {{modelRef}} wurde nicht gefunden.',
      fix: 'Wähle ein anderes Modell oder füge den Anbieter in den Einstellungen hinzu.',
    },
    'no-chats': { what: 'Es gibt noch keine Chats zum Exportieren.' },
    'only-hidden': {
      what: 'Zum Exportieren gibt es nur Blindvergleiche, und eine Datei würde ihre Modelle nennen.',
      fix: 'Stimme ab oder decke die Teilnehmer auf und exportiere dann noch einmal.',
    },
    pane: { what: 'Dieser Bereich wurde nicht gefunden.', fix: 'Vielleicht wurde er entfernt.' },
    merge: { what: 'Diese Zusammenführung wurde nicht gefunden.', fix: 'Vielleicht wurde sie gelöscht.' },
    set: { what: 'Diese Prompt-Sammlung wurde nicht gefunden.', fix: 'Vielleicht wurde sie gelöscht.' },
    'set-prompt': { what: 'Dieser Prompt wurde in seiner Sammlung nicht gefunden.' },
    'set-watch': { what: 'Diese Prompt-Sammlung wird nicht beobachtet.' },
    'set-run': {
      what: 'Dieser Lauf wurde nicht gefunden.',
      fix: 'Vielleicht wurde seine Sammlung gelöscht.',
    },
    vote: { what: 'Diese Stimme wurde nicht gefunden.', fix: 'Vielleicht wurde sie gelöscht.' },
    'line-up': { what: 'Diese Aufstellung wurde nicht gefunden.', fix: 'Vielleicht wurde sie gelöscht.' },
    'knowledge-source': {
      what: 'Diese Datei oder dieser Ordner wurde im Projekt nicht gefunden.',
      fix: 'Vielleicht wurde das Element entfernt.',
    },
    'knowledge-text': {
      what: 'Dieser Text wurde nicht gefunden.',
      fix: 'Die Datei gehört nicht mehr zum Projekt oder hat sich geändert.',
    },
    'file-edit': {
      what: 'Diese Änderung wurde nicht gefunden.',
      fix: 'Vielleicht wurde sie schon rückgängig gemacht.',
    },
    path: { what: '{{path}} wurde nicht gefunden.' },
    project: { what: 'Dieses Projekt wurde nicht gefunden.', fix: 'Vielleicht wurde es gelöscht.' },
    prompt: { what: 'Dieser Prompt wurde nicht gefunden.', fix: 'Vielleicht wurde er gelöscht.' },
    provider: {
      what: 'Der Anbieter „{{providerId}}“ wurde nicht gefunden.',
      fix: 'Füge ihn zuerst in den Einstellungen hinzu.',
    },
    queued: {
      what: 'Diese Nachricht wurde in der Warteschlange nicht gefunden.',
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
    pane: { what: 'In diesem Bereich läuft bereits eine Antwort.', fix: 'Stoppe ihn oder warte.' },
    'merge-while-answering': {
      what: 'Einige dieser Antworten werden noch geschrieben.',
      fix: 'Stoppe sie oder warte und führe sie dann zusammen.',
    },
    'set-run': { what: 'Diese Prompt-Sammlung läuft bereits.' },
    'vote-while-answering': {
      what: 'Einige Antworten werden noch geschrieben.',
      fix: 'Stoppe sie oder warte.',
    },
    running: { what: 'In diesem Chat läuft bereits eine Antwort.', fix: 'Stoppe sie oder warte.' },
  },
  NO_PREVIOUS_MESSAGE: {
    'nothing-asked': { what: 'Es gibt keine vorherige Nachricht: Dieser Chat hat noch keine Nachrichten.' },
  },
  NOTHING_TO_UNDO: {
    'no-messages': { what: 'Es gibt nichts rückgängig zu machen: Dieser Chat hat keine Nachrichten.' },
  },
} as const
