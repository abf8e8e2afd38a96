/** The dialog with the files and folders of a project. */
export const knowledge = {
  title: 'Wissen von {{project}}',
  about:
    'Diese Dateien werden mit jeder Frage in diesem Projekt an Modelle gesendet: vollständig, wenn genug Platz ist, sonst die Stellen, die zur Frage passen.',
  empty:
    'Füge Dateien und Ordner hinzu oder ziehe Dateien hierher. Lesbar sind Text, Code, Markdown, CSV, JSON, HTML und PDF.',
  dropHere: 'Dateien hier ablegen',
  addFiles: 'Dateien hinzufügen',
  addFolder: 'Ordner hinzufügen',
  folderPath: 'Vollständiger Pfad des Ordners',
  refresh: 'Auf Änderungen prüfen',
  reading: '{{done, number}} von {{total, number}} Dateien gelesen',
  uploading: '{{done, number}} von {{total, number}} Dateien hinzugefügt',
  unread: '{{count, number}} nicht gelesen',
  showFiles: 'Dateien von {{name}}',
  allow: 'Ordner erlauben',
  removed: '{{name}} wurde aus dem Projekt entfernt.',
  all: 'Etwa {{tokens}} Tokens. Modelle mit einem Kontext ab {{size}} Tokens erhalten mit jeder Frage alles.',
  passages: 'Etwa {{tokens}} Tokens. Modelle erhalten die Stellen, die zur Frage passen.',
  states: {
    indexed: 'Gelesen',
    waiting: 'Noch nicht gelesen',
    'too-large': 'Zu groß: höchstens 10 MB',
    'not-text': 'Kein Text, den Parley lesen kann',
    unreadable: 'Ließ sich nicht öffnen',
    missing: 'Nicht gefunden',
    changing: 'Hat sich beim Lesen geändert',
  },
  problems: {
    'not-allowed':
      'Aus einem importierten oder wiederhergestellten Projekt. Parley liest ihn, sobald du es erlaubst.',
    gone: 'Der Ordner wurde nicht gefunden. Vielleicht ist sein Laufwerk nicht verbunden.',
    denied: 'Parley darf diesen Ordner nicht lesen.',
    own: 'In diesem Ordner liegen Parleys eigene Dateien.',
    'too-many': 'Nur die ersten Dateien wurden gelesen: höchstens 5.000 Dateien und 1 GB.',
  },
  failures: {
    full: 'Das Laufwerk ist voll. Nicht alle Dateien wurden gelesen.',
    failed: 'Nicht alle Dateien ließen sich lesen. Prüfe auf Änderungen, um es noch einmal zu versuchen.',
  },
} as const
