export const markdown = {
  code: {
    copy: 'Code kopieren',
    enlarge: 'Code vergrößern',
    label: 'Code',
    labelNamed: 'Code, {{language}}',
    lines: '{{count, number}} Zeilen',
    showAllLines: 'Alle {{count, number}} Zeilen anzeigen',
    wrap: 'Umbrechen',
    wrapLines: 'Zeilen umbrechen',
  },
  diagram: {
    alternative: 'Diagramm ({{kind}}). Einzelheiten stehen im Quelltext.',
    enlarge: 'Diagramm vergrößern',
    failed: 'Konnte nicht gezeichnet werden',
    label: 'Diagramm',
    noThread:
      'Nicht gezeichnet: Dieser Browser kann ein Diagramm, das zu lange braucht, nicht stoppen. Angezeigt wird der Quelltext.',
    show: 'Diagramm anzeigen',
    showSource: 'Quelltext anzeigen',
    stuck: 'Das Zeichnen dauerte zu lange und wurde gestoppt. Angezeigt wird der Quelltext.',
  },
  footnotes: {
    back: 'Zurück zu Fußnote {{number}} im Text',
    label: 'Fußnoten',
    mark: 'Fußnote {{number}}',
  },
  image: {
    enlarge: 'Bild vergrößern',
    from: 'Bild von {{host}}',
    label: 'Bild',
    notLoaded: 'nicht geladen · öffnet sich außerhalb von Parley',
  },
  plain: {
    note: 'Parley konnte diesen Text nicht formatieren. Er wird unformatiert angezeigt.',
  },
  table: {
    as: {
      csv: 'Als CSV kopieren',
      markdown: 'Als Markdown kopieren',
      tsv: 'Für eine Tabellenkalkulation kopieren (TSV)',
    },
    copy: 'Tabelle kopieren',
    enlarge: 'Tabelle vergrößern',
    label: 'Tabelle',
  },
  task: {
    done: 'erledigt',
    open: 'offen',
  },
} as const
