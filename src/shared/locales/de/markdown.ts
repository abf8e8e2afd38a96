export const markdown = {
  code: {
    copy: 'Code kopieren',
    label: 'Code',
    labelNamed: 'Code, {{language}}',
    lines: '{{count, number}} Zeilen',
    plain: 'Text',
    showAllLines: 'Alle {{count, number}} Zeilen anzeigen',
    wrap: 'Umbrechen',
    wrapLines: 'Zeilen umbrechen',
  },
  diagram: {
    alternative: 'Diagramm ({{kind}}); der Quelltext sagt, was es zeigt',
    failed: 'konnte nicht gezeichnet werden',
    label: 'Diagramm',
    noThread:
      'Nicht gezeichnet: Dieser Browser könnte ein Diagramm, das zu lange braucht, nicht anhalten. Dies ist der Quelltext.',
    show: 'Diagramm anzeigen',
    showSource: 'Quelltext anzeigen',
    stuck: 'Das Zeichnen dauerte zu lange und wurde angehalten. Dies ist der Quelltext.',
    unknownKind: 'unbekannt',
  },
  footnotes: {
    back: 'Zurück zum Text von Fußnote {{number}}',
    label: 'Fußnoten',
    mark: 'Fußnote {{number}}',
  },
  image: {
    from: 'Bild von {{host}}',
    label: 'Bild',
    notLoaded: 'nicht geladen · öffnet sich außerhalb von Parley',
  },
  plain: {
    note: 'Parley konnte diesen Text nicht formatieren. Er wird so angezeigt, wie er geschrieben wurde.',
  },
  table: {
    label: 'Tabelle',
  },
  task: {
    done: 'erledigt',
    open: 'offen',
  },
} as const
