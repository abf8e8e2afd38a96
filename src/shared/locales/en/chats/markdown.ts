export const markdown = {
  code: {
    copy: 'Copy code',
    enlarge: 'Enlarge code',
    label: 'Code',
    labelNamed: 'Code, {{language}}',
    lines: '{{count, number}} lines',
    showAllLines: 'Show all {{count, number}} lines',
    wrap: 'Wrap',
    wrapLines: 'Wrap lines',
  },
  diagram: {
    alternative: 'Diagram ({{kind}}). See its source for details.',
    enlarge: 'Enlarge diagram',
    failed: 'Could not be drawn',
    label: 'Diagram',
    noThread: 'Not drawn: this browser cannot stop a diagram that takes too long. Showing its source.',
    show: 'Show diagram',
    showSource: 'Show source',
    stuck: 'Drawing took too long and was stopped. Showing its source.',
  },
  footnotes: {
    back: 'Back to footnote {{number}} in the text',
    label: 'Footnotes',
    mark: 'Footnote {{number}}',
  },
  image: {
    enlarge: 'Enlarge image',
    from: 'Image from {{host}}',
    label: 'Image',
    notLoaded: 'not loaded · opens outside Parley',
  },
  plain: {
    note: 'Parley could not format this text. It is shown unformatted.',
  },
  table: {
    as: {
      csv: 'Copy as CSV',
      markdown: 'Copy as Markdown',
      tsv: 'Copy for a spreadsheet (TSV)',
    },
    copy: 'Copy table',
    enlarge: 'Enlarge table',
    label: 'Table',
  },
  task: {
    done: 'done',
    open: 'to do',
  },
} as const
