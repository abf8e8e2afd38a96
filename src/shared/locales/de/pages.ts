/** Pages that answers contain. */
export const pages = {
  frame: {
    enter: 'Seite bedienen',
  },
  panel: {
    close: 'Seite schließen',
    difference: 'Vergleichen',
    growing: 'Die Seite erscheint, sobald ihr Code vollständig ist.',
    nextPage: 'Nächste Seite dieser Antwort',
    noPage: 'Diese Version enthält keine Seite.',
    openOutside: 'Im Browser öffnen',
    page: 'Seite',
    pageOf: 'Seite von {{name}}',
    pages: 'Seiten dieser Antwort',
    previousPage: 'Vorige Seite dieser Antwort',
    runAgain: 'Neu starten',
    saveHint: 'Als Datei speichern. Außerhalb von Parley kann die Seite auf das Internet zugreifen.',
    showAnswer: 'Zur Antwort',
    size: 'Größe',
    source: 'Quelltext',
    title: 'Seite',
    version: 'Version {{number, number}}',
    view: 'Ansicht',
  },
  sizes: {
    desktop: 'Desktop',
    free: 'Frei',
    phone: 'Telefon',
    tablet: 'Tablet',
  },
  difference: {
    beside: 'Nebeneinander',
    look: 'Anordnung',
    none: 'Von dieser Seite gibt es keine andere Version.',
    over: 'Schieberegler',
    share: '{{share, number}} % {{name}}',
    slider: 'Grenze zwischen den Versionen, rechts {{name}}',
  },
  problems: {
    askToFix: 'Um Korrektur bitten',
    atLine: '{{text}} (Zeile {{line, number}})',
    blocked: 'Anfrage blockiert: {{address}}',
    error: 'Fehler: {{text}}',
    line: 'Zeile {{line, number}}',
    link: 'Link zu {{address}}: Links führen hier nirgendwohin.',
    missing: 'Fehlendes Paket: {{name}}. Parley enthält nur React und ReactDOM.',
    offline: 'Seiten laufen ohne Netzwerk: Was sie brauchen, muss in ihrem Code enthalten sein.',
    request: 'Die Seite hat die folgenden Probleme. Bitte behebe sie und schicke den vollständigen Code.',
    title_one: '{{count, number}} Meldung der Seite',
    title_other: '{{count, number}} Meldungen der Seite',
    warning: 'Warnung: {{text}}',
  },
  /** Why a page does not run. */
  stopped: {
    flooding: 'Beendet: Die Seite hat zu viele Nachrichten gesendet oder immer wieder den Fokus übernommen.',
    left: 'Beendet: Die Seite wollte ein anderes Dokument öffnen.',
    refused:
      'Nicht gestartet: Dieser Browser gibt der Seite keinen eigenen Prozess, sie könnte Parley also einfrieren. Der Quelltext ist verfügbar.',
    stuck: 'Beendet: Die Seite hat nicht reagiert oder zu viel Speicher belegt.',
    'too-large':
      'Nicht gestartet: Der Quelltext hat mehr als 2 Millionen Zeichen, bei Tabellen und Markdown mehr als 200.000.',
    'too-many':
      'Nicht gestartet: In diesem Fenster laufen bereits acht Seiten. Schließe eine und starte diese neu.',
  },
}
