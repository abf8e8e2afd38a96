/** Errors of stored data and its disk, as in `en/errors/store.ts`. */
export const storeErrors = {
  STORE_FULL: {
    busy: {
      what: 'Ein anderes Programm verwendet die Datei mit deinen Chats, darum lässt sich gerade nichts speichern.',
      fix: 'Beende dieses Programm und versuche es erneut.',
    },
    'data-folder': {
      what: 'Das Laufwerk mit dem Datenordner {{folder}} ist voll.',
      fix: 'Gib Speicherplatz frei und starte Parley erneut, oder wähle mit --user-data einen anderen Datenordner.',
    },
    disk: {
      what: 'Das Laufwerk mit deinen Daten lässt sich nicht lesen oder beschreiben.',
      fix: 'Prüfe, ob es angeschlossen ist und freien Platz hat, und versuche es erneut.',
    },
    'file-disk': {
      what: '{{name}} konnte nicht gespeichert werden, weil das Laufwerk nicht funktioniert.',
      fix: 'Prüfe, ob das Laufwerk angeschlossen ist, und versuche es erneut.',
    },
    'file-full': {
      what: '{{name}} konnte nicht gespeichert werden, weil das Laufwerk voll ist.',
      fix: 'Gib Speicherplatz frei und versuche es erneut.',
    },
    full: {
      what: 'Das Laufwerk ist voll, darum lässt sich nichts mehr speichern.',
      fix: 'Gib Speicherplatz frei und versuche es erneut.',
    },
    handoff: {
      what: 'Die Antwort konnte nicht an {{path}} angehängt werden.',
      fix: 'Prüfe, ob das Laufwerk freien Platz hat.',
    },
    snapshot: {
      what: 'Auf dem Laufwerk ist zu wenig Platz für eine Sicherung deiner Chats. Sie braucht {{mebibytes, number}} MiB.',
      fix: 'Gib Speicherplatz frei und versuche es erneut.',
    },
    upload: {
      what: 'Auf dem Laufwerk ist zu wenig Platz für diese Datei.',
      fix: 'Gib Speicherplatz frei und versuche es erneut.',
    },
  },
  STORE_DAMAGED: {
    answer: {
      what: 'Das Ende einer unterbrochenen Antwort konnte nicht gelesen werden (Lauf {{runId}}).',
      kept: 'Der Text davor bleibt erhalten.',
    },
    damaged: {
      what: 'Die Datei mit deinen Chats ist beschädigt.',
      fix: 'Starte Parley neu. Die Datei bleibt erhalten, und alles, was noch lesbar ist, wird wiederhergestellt.',
    },
    'entries-skipped': {
      what: '{{name}} enthält Einträge, die diese Version nicht lesen kann: {{entries}}.',
      fix: 'Parley verwendet den Rest.',
    },
    'entries-skipped-copied': {
      what: '{{name}} enthält Einträge, die diese Version nicht lesen kann: {{entries}}.',
      fix: 'Parley verwendet den Rest und hat die ursprüngliche Datei als {{copy}} aufbewahrt.',
    },
    file: { what: '{{name}} ist beschädigt.', fix: 'Parley läuft ohne diese Datei weiter.' },
    'file-set-aside': {
      what: '{{name}} ist beschädigt.',
      fix: 'Die Datei wurde als {{copy}} aufbewahrt, und Parley läuft ohne sie weiter.',
    },
    'agent-variable': {
      what: 'Der gespeicherte Wert von {{variable}} für den Agenten {{agentId}} lässt sich nicht lesen.',
      fix: 'Ist der Schlüsselspeicher deines Systems gesperrt, entsperre ihn und starte Parley neu. Sonst gib den Wert in den Einstellungen neu ein.',
    },
    key: {
      what: 'Der gespeicherte Schlüssel von {{providerId}} lässt sich nicht lesen.',
      fix: 'Ist der Schlüsselspeicher deines Systems gesperrt, entsperre ihn und starte Parley neu. Sonst gib den Schlüssel in den Einstellungen neu ein.',
    },
    'key-file': {
      what: 'Die Datei, mit der gespeicherte Schlüssel verschlüsselt werden, ist beschädigt.',
      fix: 'Sie wurde als {{copy}} aufbewahrt, und eine neue wurde angelegt. Gib deine Schlüssel in den Einstellungen neu ein.',
    },
    message: {
      what: 'Diese Nachricht wurde auf dem Laufwerk beschädigt.',
      fix: 'Was noch lesbar war, steht unten so, wie es gespeichert war.',
    },
    'newer-version': {
      what: 'Eine neuere Version von Parley oder eine frühere Entwicklungsversion hat diesen Datenordner geschrieben (Version {{version}}; diese liest bis {{newestVersion}}). Es wurde nichts geändert.',
      fix: 'Installiere diese Version oder starte diese mit einem anderen Datenordner.',
    },
    'older-version': {
      what: 'Diesen Datenordner hat zuletzt eine ältere Version von Parley verwendet.',
      fix: 'Starte einmal die Parley-App, um ihn zu aktualisieren.',
    },
    snapshot: {
      what: 'Diese Sicherung ist beschädigt, darum wurde nichts geändert.',
      fix: 'Wähle eine andere.',
    },
  },
  DATA_FOLDER_IN_USE: {
    'in-use': {
      what: 'Eine andere Instanz von Parley verwendet den Datenordner {{folder}}.',
      fix: 'Beende sie zuerst oder starte diese mit einem anderen Datenordner.',
    },
    'in-use-by': {
      what: 'Eine andere Instanz von Parley (Prozess {{pid}}) verwendet den Datenordner {{folder}}.',
      fix: 'Beende sie zuerst oder starte diese mit einem anderen Datenordner.',
    },
  },
} as const
